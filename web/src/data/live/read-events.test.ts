import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HEARTBEAT_MS } from '@quack/contract/rules/limits'
import { afterEach, expect, test, vi } from 'vitest'
import { type Listener, readEvents } from './read-events.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const listener: Listener = { event: () => undefined, eventId: () => undefined, retry: () => undefined }
const read = (to = listener) => readEvents({ token: 't', watch: [], lastEventId: '' }, to, new AbortController().signal)

/** A server that begins each stream with this text. @returns its first stream, and how to close it */
async function serve(text: string) {
  const answered = Promise.withResolvers<ServerResponse>()
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(text)
    answered.resolve(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // In a page, addresses are relative to its own.
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, options: RequestInit) => fetch(new URL(path, address), options))
  return { closed: answered.promise.then((response) => once(response, 'close')), stop: () => server.close() }
}

test('a stream with a broken event has failed, and its connection is closed', async () => {
  const { closed, stop } = await serve('event: posts\ndata: {\n\n')
  expect(await read()).toBe('failed')
  await closed
  stop()
})

test('a stream that is silent for longer than the heartbeat takes has failed, and its connection is closed', async () => {
  const { closed, stop } = await serve('id: 7\ndata: {}\n\n')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const begun = Promise.withResolvers<void>()
  const outcome = read({ ...listener, eventId: () => begun.resolve() })
  await begun.promise
  let isOver = false
  outcome.then(() => {
    isOver = true
  })
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await outcome).toBe('failed')
  await closed
  stop()
})
