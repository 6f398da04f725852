import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '../../../test/fresh-database.ts'
import { ApiError, NetworkError } from '../api/api-errors.ts'
import { expireSession, signIn, signOut } from '../api/session.ts'
import { closeDatabase, openDatabase } from '../offline/database.ts'
import type { OutboxEntry, OutboxWrite, TapEntry } from '../offline/outbox-entry.ts'
import { entries } from '../outbox/pending.ts'
import { changeEntry, listEntries, readEntries, storeWrite } from './entries.ts'
import { ConflictError, createSender, restOfTap, type Sent } from './lane.ts'
import { createBackOff } from './runner.ts'

const DONE: Sent = { show: () => undefined, rest: () => null }

beforeEach(async () => {
  await freshDatabase()
  signIn({ token: 'of ada', username: 'Ada' })
})

afterEach(async () => {
  signOut()
  await closeDatabase()
})

function post(content: string): OutboxWrite {
  return { kind: 'post', target: '', body: { content }, key: content }
}

function deletion(target: string): OutboxWrite {
  return { kind: 'deletePost', target, body: { text: '' }, key: `delete ${target}` }
}

function edit(target: string, content: string, basedOn = 'before'): OutboxWrite {
  return {
    kind: 'editPost',
    target,
    body: { content },
    basedOn: {
      content: basedOn,
      mediaUrl: '',
      alt: '',
      furtherPictures: [],
      warning: undefined,
      sensitive: undefined,
      lang: undefined,
      ...{ pollVersion: undefined, pollMayChange: undefined, pollShowResults: undefined },
    },
    key: `edit ${target}`,
  }
}

function bookmark(target: string, body = true, tried: readonly unknown[] = []): OutboxWrite {
  return { kind: 'bookmark', target, key: `${target} ${body}`, body, basedOn: !body, subject: null, tried }
}

/**
 * A sender whose server answers as `answer` says, and whose back-off never ends by itself. It records what was sent.
 */
function arrange(answer: (entry: OutboxEntry) => Promise<Sent> | Sent = () => DONE, lane?: 'taps') {
  const sent: string[] = []
  const refused: string[] = []
  const sender = createSender({
    ...(lane && { lane }),
    sayRefused: ({ target }, error) => void refused.push(`${target}: ${(error as Error).message}`),
    async send(entry) {
      sent.push(entry.key)
      return await answer(entry)
    },
    backOff: createBackOff(() => 0),
  })
  onTestFinished(sender.stop)
  return { sent, refused, sender }
}

function refusal(status: number, message = 'No.'): ApiError {
  return new ApiError(status, null, [message], null)
}

async function left(): Promise<[key: string, state: string][]> {
  return (await listEntries('ada')).map(({ key, state }) => [key, state])
}

test('sends in the order of writing, also what is added meanwhile, and keeps nothing', async () => {
  const { sent, sender } = arrange(async ({ key }) => {
    if (key === 'one') await storeWrite(post('three'))
    return DONE
  })
  await storeWrite(post('one'))
  await storeWrite(post('two'))
  await Promise.all([sender.wake(), sender.wake()])
  expect(sent).toEqual(['one', 'two', 'three'])
  expect(await left()).toEqual([])
})

test('the screens show what waits, and what was sent in its place', async () => {
  const shown: string[] = []
  const { sender } = arrange(() => ({ ...DONE, show: () => shown.push('one') }))
  await storeWrite(post('one'))
  expect(entries.get().map(({ key }) => key)).toEqual(['one'])
  await sender.wake()
  expect(shown).toEqual(['one'])
  await expect.poll(() => entries.get()).toEqual([])
})

test.each([
  ['the network fails', new NetworkError()],
  ['the server is busy', refusal(503)],
  ['the server limits requests', refusal(429)],
  ['the server fails', refusal(500)],
])('when %s, it stops, and sends the same again later', async (_, error) => {
  const spoken = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => spoken.mockRestore())
  let isBroken = true
  const { sent, sender } = arrange(() => (isBroken ? Promise.reject(error) : DONE))
  await storeWrite(post('one'))
  await storeWrite(post('two'))
  await sender.wake()
  // Not before the back-off has ended.
  await sender.wake()
  expect(sent).toEqual(['one'])
  isBroken = false
  await sender.restart()
  expect(sent).toEqual(['one', 'one', 'two'])
  expect(await left()).toEqual([])
})

test('a refused entry is kept with the reason, and later ones are sent', async () => {
  const { sent, sender } = arrange(({ key }) => (key === 'one' ? Promise.reject(refusal(422, 'Too long.')) : DONE))
  await storeWrite(post('one'))
  await storeWrite(post('two'))
  await sender.wake()
  expect(sent).toEqual(['one', 'two'])
  expect(await listEntries('ada')).toMatchObject([{ key: 'one', state: 'refused', problem: 'Too long.' }])
})

test('an entry that fails in the server again and again does not block the others for ever', async () => {
  const spoken = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => spoken.mockRestore())
  const { sent, sender } = arrange(({ key }) => (key === 'one' ? Promise.reject(refusal(500)) : DONE))
  await storeWrite(post('one'))
  await storeWrite(post('two'))
  for (let tries = 0; tries < 8; tries += 1) await sender.restart()
  expect(sent.filter((key) => key === 'one')).toHaveLength(8)
  expect(sent.at(-1)).toBe('two')
  expect(await left()).toEqual([['one', 'refused']])
})

test('a conflict is kept with the other version', async () => {
  const theirs = { content: 'theirs', mediaUrl: '', alt: '' }
  const { sender } = arrange(() => Promise.reject(new ConflictError(theirs)))
  await storeWrite(edit('7', 'mine'))
  await sender.wake()
  expect(await listEntries('ada')).toMatchObject([{ state: 'conflict', theirs, body: { content: 'mine' } }])
})

test('an expired session keeps the entries, and the next session of the member sends them', async () => {
  const { sent, sender } = arrange(() => {
    if (!expireSession('of ada')) return DONE
    throw refusal(401)
  })
  await storeWrite(post('one'))
  await storeWrite(post('two'))
  await sender.wake()
  expect(sent).toEqual(['one'])
  expect(await left()).toEqual([
    ['one', 'waiting'],
    ['two', 'waiting'],
  ])
  signIn({ token: 'a new one', username: 'ada' })
  await sender.restart()
  expect(sent).toEqual(['one', 'one', 'two'])
})

test('another member neither sends nor sees an entry, also if the viewer changes while it is sent', async () => {
  const shown: string[] = []
  const { sent, sender } = arrange(({ key }) => {
    signIn({ token: 'of bob', username: 'bob' })
    return { ...DONE, show: () => shown.push(key) }
  })
  await storeWrite(post('one'))
  await storeWrite(post('two'))
  await sender.wake()
  await sender.restart()
  expect([sent, shown]).toEqual([['one'], []])
  expect(entries.get()).toEqual([])
  expect(await left()).toEqual([['two', 'waiting']])
})

test('entries that were read for one member are not shown to the next', async () => {
  await storeWrite(post('one'))
  const showThem = await readEntries()
  signIn({ token: 'of bob', username: 'bob' })
  showThem()
  expect(entries.get()).toEqual([])
})

test('what the member changes while it is sent is sent afterwards', async () => {
  const { sent, sender } = arrange(async (entry) => {
    if (entry.kind !== 'post') return DONE
    await changeEntry(entry.id, (current) => ({ ...current, revision: current.revision + 1 }))
    return { ...DONE, rest: (changed) => ({ ...changed, ...edit('7', 'later') }) as OutboxEntry }
  })
  await storeWrite(post('one'))
  await storeWrite(post('two'))
  await sender.wake()
  expect(sent).toEqual(['one', 'edit 7', 'two', 'edit 7'])
  expect(await left()).toEqual([])
})

test('there is one edit per post, based on what the first one was based on, with all attempts that may have arrived', async () => {
  await storeWrite({ ...edit('7', 'first', 'at the start'), tried: [{ content: 'first' }] })
  await storeWrite(edit('8', 'other'))
  await storeWrite({ ...edit('7', 'second', 'first'), tried: [{ content: 'second' }] })
  expect(await listEntries('ada')).toMatchObject([
    {
      target: '7',
      body: { content: 'second' },
      basedOn: { content: 'at the start' },
      tried: [{ content: 'first' }, { content: 'second' }],
    },
    { target: '8' },
  ])
})

test('an edit waits for a deletion of the same post, and for nothing else', async () => {
  const { sent, sender } = arrange(({ kind }) => (kind === 'deletePost' ? Promise.reject(new NetworkError()) : DONE))
  await storeWrite(edit('7', 'in vain'))
  await storeWrite(edit('8', 'in time'))
  await storeWrite(deletion('7'))
  await sender.wake()
  expect(sent).toEqual(['edit 8', 'delete 7'])
})

test('an entry of a kind that only a newer release knows is left alone, and holds nothing up', async () => {
  const { sent, sender } = arrange()
  await storeWrite({ ...post('unknown'), kind: 'repost' } as unknown as OutboxWrite)
  await storeWrite(post('known'))
  expect(entries.get().map(({ key }) => key)).toEqual(['known'])
  await sender.wake()
  expect(sent).toEqual(['known'])
  expect((await (await openDatabase()).getAll('outbox')).map(({ key }) => key)).toEqual(['unknown'])
})

test.each([
  { ...bookmark('7'), body: 'yes' },
  { ...post('unknown'), body: null },
  { ...edit('7', 'unknown'), basedOn: 'before' },
  { kind: 'vote', target: '7', key: '', body: 'up', basedOn: 'none', subject: null },
])('an entry that is not as this release knows it is left alone: %j', async (write) => {
  const { sent, sender } = arrange()
  await storeWrite(write as unknown as OutboxWrite)
  await storeWrite(post('known'))
  expect(entries.get().map(({ key }) => key)).toEqual(['known'])
  await sender.wake()
  expect(sent).toEqual(['known'])
  expect(await (await openDatabase()).getAll('outbox')).toMatchObject([{ kind: write.kind, revision: 0 }])
})

test('with a deletion, the edits of the same post are gone', async () => {
  const { sent, sender } = arrange()
  await storeWrite(edit('7', 'in vain'))
  await storeWrite(deletion('7'))
  await sender.wake()
  expect(sent).toEqual(['delete 7'])
  expect(await left()).toEqual([])
})

test('another tab sends nothing meanwhile', async () => {
  const { sent, sender } = arrange()
  await storeWrite(post('one'))
  const locked = createSender({ send: () => Promise.reject(new Error('never')), lock: async () => false })
  await locked.wake()
  locked.stop()
  await sender.wake()
  expect(sent).toEqual(['one'])
})

test('one entry per tap: the last state, sent also if it is what this device knows of the server', async () => {
  const bodies: unknown[] = []
  const { sender } = arrange(({ target, body }) => {
    bodies.push(`${target} ${body}`)
    return DONE
  }, 'taps')
  await storeWrite(bookmark('7'))
  await storeWrite(bookmark('8'))
  // Another device may have changed it meanwhile.
  await storeWrite(bookmark('7', false))
  await storeWrite(bookmark('8', true, [true]))
  await storeWrite(bookmark('8', false))
  expect(await listEntries('ada')).toMatchObject([
    { target: '7', body: false, basedOn: false, tried: [] },
    { target: '8', body: false, basedOn: false, tried: [true] },
  ])
  await sender.wake()
  expect(bodies).toEqual(['7 false', '8 false'])
})

test('taps do not wait for what is written, nor the other way round', async () => {
  const written = arrange(() => Promise.reject(new NetworkError()))
  const tapped = arrange(undefined, 'taps')
  await storeWrite(post('one'))
  for (const target of ['7', '8']) await storeWrite(bookmark(target))
  await Promise.all([written.sender.wake(), tapped.sender.wake()])
  expect([written.sent, tapped.sent]).toEqual([['one'], ['7 true', '8 true']])
  expect(await left()).toEqual([['one', 'waiting']])
})

test('a refused tap is gone, and said unless it was taken back; the others are sent', async () => {
  const { sent, refused, sender } = arrange(async ({ target }) => {
    if (target === '9') return DONE
    if (target === '8') await storeWrite(bookmark('8', false))
    throw refusal(404, 'Gone.')
  }, 'taps')
  for (const target of ['7', '8', '9']) await storeWrite(bookmark(target, true, [true]))
  await sender.wake()
  expect([sent, refused]).toEqual([['7 true', '8 true', '9 true'], ['7: Gone.']])
  expect(await left()).toEqual([])
})

test('a tap that fails in the server does not hold up the others, and is sent again later', async () => {
  const spoken = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => spoken.mockRestore())
  let failures = 1
  const { sent, sender } = arrange(() => (failures-- > 0 ? Promise.reject(refusal(500)) : DONE), 'taps')
  for (const target of ['7', '8']) await storeWrite(bookmark(target))
  await sender.wake()
  expect(sent).toEqual(['7 true', '8 true'])
  await sender.restart()
  expect(sent).toEqual(['7 true', '8 true', '7 true'])
  expect(await left()).toEqual([])
})

test('what is tapped while it is sent is sent afterwards', async () => {
  const { sent, sender } = arrange(async (entry) => {
    if (entry.body) await storeWrite(bookmark(entry.target, false))
    return { ...DONE, rest: (changed) => restOfTap(changed as TapEntry, entry as TapEntry) }
  }, 'taps')
  await storeWrite(bookmark('7', true, [true]))
  await sender.wake()
  expect(sent).toEqual(['7 true', '7 true'])
  expect(await left()).toEqual([])
  // Whether a follow is asked for or agreed is not the viewer's choice.
  const follow = (body: string) => ({ kind: 'follow', body }) as TapEntry
  expect(restOfTap(follow('following'), follow('requested'))).toBeNull()
})
