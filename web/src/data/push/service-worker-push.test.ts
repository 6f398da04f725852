import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const ORIGIN = 'https://quack.example'

interface Shown {
  title: string
  tag: string
  data: { path: string }
  close: () => void
}

/** The part of the service worker that receives messages, in a browser that shows what it is told to. */
function startWorker() {
  const listeners = new Map<string, (event: object) => void>()
  const shown = new Map<string, Shown>()
  const opened: string[] = []
  const registration = {
    async showNotification(title: string, options: Pick<Shown, 'tag' | 'data'>) {
      shown.set(options.tag, { ...options, title, close: () => shown.delete(options.tag) })
    },
    getNotifications: async () => [...shown.values()],
  }
  const clients = { matchAll: async () => [], openWindow: async (address: string) => void opened.push(address) }
  runInNewContext(readFileSync(new URL('../../../service-worker-push.js', import.meta.url), 'utf8'), {
    URL,
    navigator: {},
    self: {
      location: { origin: ORIGIN },
      registration,
      clients,
      addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    },
  })
  async function send(type: string, event: object): Promise<void> {
    let work: unknown
    listeners.get(type)?.({ ...event, waitUntil: (promise: unknown) => (work = promise) })
    await work
  }
  return {
    opened,
    titles: () => [...shown.values()].map(({ title }) => title),
    deliver: (text: string) => send('push', { data: { json: () => JSON.parse(text) as unknown } }),
    click: (tag: string) => send('notificationclick', { notification: shown.get(tag) }),
  }
}

test.each(['', 'no JSON', 'null', '[]', '{"title":7}', '{"close":"1"}'])(
  'a message that cannot be read (%j) shows that there is something new, and what follows is shown',
  async (message) => {
    const worker = startWorker()
    await worker.deliver(message)
    expect(worker.titles()).toEqual(['You have a new notification'])
    await worker.deliver(JSON.stringify({ close: ['unreadable'], unread: 'many' }))
    expect(worker.titles()).toEqual([])
    await worker.deliver(JSON.stringify({ title: 'Only a title' }))
    expect(worker.titles()).toEqual(['Only a title'])
  },
)

test.each(['//example.com/', 'https://example.com/', 'javascript:alert(1)', 'https://', 7])(
  'a click never opens a page outside of Quack: %s',
  async (path) => {
    const worker = startWorker()
    await worker.deliver(JSON.stringify({ title: 'Bob liked your post', tag: '1', path }))
    await worker.click('1')
    expect(worker.opened).toEqual([`${ORIGIN}/notifications`])
    expect(worker.titles()).toEqual([])
  },
)

test('a click opens what the message names', async () => {
  const worker = startWorker()
  await worker.deliver(JSON.stringify({ title: 'Bob liked your post', tag: '1', path: '/post-detail/7#comment-1' }))
  await worker.click('1')
  expect(worker.opened).toEqual([`${ORIGIN}/post-detail/7#comment-1`])
})
