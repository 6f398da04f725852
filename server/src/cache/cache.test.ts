import { describe, expect, test } from 'vitest'
import { EVERYTHING, InvalidationLog, kindSet } from '../database/invalidation-log.ts'
import { Cache, PackedText } from './cache.ts'

const FORM = 'form'
interface Value {
  readonly bytes: number
  readonly text: string
  readonly names: readonly number[]
}
const value = (text: string, names: readonly number[] = [], bytes = 0): Value => ({ text, names, bytes })

function createPosts(maxBytes = 10_000) {
  const log = new InvalidationLog()
  const posts = new Cache<string, number, Value>(log, {
    maxBytes,
    invalidatedBy: {
      post: { key: (id) => id },
      member: { dependsOn: ({ names }, ids) => names.some((name) => ids.has(name)) },
    },
  })
  return { log, posts, put: (key: number, entry: Value) => posts.put(FORM, key, entry, log.position) }
}

describe('a cache', () => {
  test('reads missing entries, and each entry once', async () => {
    const { posts } = createPosts()
    const asked: (readonly number[])[] = []
    const read = async (missing: readonly number[]) => {
      asked.push(missing)
      return missing.map((key) => [key, value(`post ${key}`)] as const)
    }
    await posts.load(FORM, [1, 2], read)
    await posts.load(FORM, [1, 2, 3], read)
    expect(asked).toEqual([[1, 2], [3]])
    expect(posts.get(FORM, 2)?.text).toBe('post 2')
    expect(posts.misses).toBe(3)
  })

  test('reads an entry once for calls that ask for it at the same time', async () => {
    const { posts } = createPosts()
    const asked: (readonly number[])[] = []
    const gate = Promise.withResolvers<void>()
    const read = async (missing: readonly number[]) => {
      asked.push(missing)
      await gate.promise
      return missing.map((key) => [key, value(`post ${key}`)] as const)
    }
    const calls = [posts.load(FORM, [1, 2], read), posts.load(FORM, [2, 3], read), posts.load('other', [2], read)]
    gate.resolve()
    const [first, second] = await Promise.all(calls)
    expect(asked).toEqual([[1, 2], [3], [2]])
    expect(first?.get(2)?.value).toBe(second?.get(2)?.value)
    expect(second?.get(3)?.value.text).toBe('post 3')
  })

  test('reads an entry again if it was invalidated while another call was reading it', async () => {
    const { log, posts } = createPosts()
    const gate = Promise.withResolvers<void>()
    const slow = posts.load(FORM, [1], async () => {
      await gate.promise
      return [[1, value('old')]]
    })
    log.add([['post', 1, 0]])
    const late = posts.load(FORM, [1], async () => [[1, value('new')]])
    gate.resolve()
    expect((await slow).get(1)?.value.text).toBe('old')
    expect((await late).get(1)?.value.text).toBe('new')
    expect(posts.get(FORM, 1)?.text).toBe('new')
  })

  test('reads an entry itself if another call failed to read it, and reports the error only to that call', async () => {
    const { posts } = createPosts()
    const failing = posts.load(FORM, [1], async () => {
      throw new Error('away')
    })
    const other = posts.load(FORM, [1], async () => [[1, value('read')]])
    await expect(failing).rejects.toThrow('away')
    expect((await other).get(1)?.value.text).toBe('read')
  })

  test('drops the entry with the key that an invalidation names, in every space', () => {
    const { log, posts, put } = createPosts()
    put(1, value('a'))
    put(2, value('b'))
    posts.put('other', 1, value('c'), log.position)
    log.add([['post', 1, 0]])
    expect([posts.get(FORM, 1), posts.get('other', 1), posts.get(FORM, 2)?.text]).toEqual([undefined, undefined, 'b'])
  })

  test('drops the entries that depend on an id, and keeps the others', () => {
    const { log, posts, put } = createPosts()
    put(1, value('a', [7, 8]))
    put(2, value('b', [9]))
    log.add([
      ['member', 8, 0],
      ['follow', 9, 9],
    ])
    expect([posts.get(FORM, 1), posts.get(FORM, 2)?.text]).toEqual([undefined, 'b'])
  })

  test.each([
    ['its key', [['post', 1, 0]]],
    ['what it depends on', [['member', 7, 0]]],
    ['everything', EVERYTHING],
  ] as const)('does not cache a value that was read before an invalidation of %s', async (_, batch) => {
    const { log, posts } = createPosts()
    await posts.load(FORM, [1], async () => {
      log.add(batch)
      return [[1, value('old', [7])]]
    })
    expect(posts.get(FORM, 1)).toBeUndefined()
  })

  test('caches a value that was read while something else was invalidated', async () => {
    const { log, posts } = createPosts()
    await posts.load(FORM, [1], async () => {
      log.add([
        ['post', 2, 0],
        ['member', 8, 0],
        ['reaction', 1, 1],
      ])
      return [[1, value('new', [7])]]
    })
    expect(posts.get(FORM, 1)?.text).toBe('new')
  })

  test('does not cache a value that was read before more invalidations than the log keeps', async () => {
    const { log, posts } = createPosts()
    await posts.load(FORM, [1], async () => {
      log.add(Array.from({ length: 140_000 }, (__, id) => ['reaction', id, id] as const))
      return [[1, value('old')]]
    })
    expect(posts.get(FORM, 1)).toBeUndefined()
  })

  test('uses no more bytes than its limit, and evicts first what was not read recently', () => {
    const { posts, put } = createPosts(10_000)
    for (let key = 0; key < 8; key++) put(key, value('a', [], 1_000))
    expect(posts.bytes).toBeLessThanOrEqual(10_000)
    expect(posts.entries).toBe(8)
    posts.get(FORM, 0)
    for (let key = 8; key < 15; key++) put(key, value('a', [], 1_000))
    expect(posts.bytes).toBeLessThanOrEqual(10_000)
    expect(posts.get(FORM, 0)).toBeDefined()
    expect(posts.get(FORM, 1)).toBeUndefined()
    expect(posts.get(FORM, 14)).toBeDefined()
  })

  test('counts the bytes of a replaced entry once', () => {
    const { posts, put } = createPosts()
    put(1, value('a', [], 1_000))
    const { bytes } = posts
    put(1, value('b', [], 1_000))
    expect(posts.bytes).toBe(bytes)
    posts.delete(FORM, 1)
    expect([posts.bytes, posts.entries]).toEqual([0, 0])
  })

  test('leaves no value in a found entry that it has removed, and all in what was loaded', async () => {
    const { log, posts, put } = createPosts(1_000)
    for (const key of [1, 2, 3, 4]) put(key, value(`post ${key}`))
    const loaded = await posts.load(FORM, [1], async () => [])
    const entries = posts.entriesOf(FORM)
    const [invalidated, evicted, replaced, last] = [1, 2, 3, 4].map((key) => entries.get(key))
    log.add([['post', 1, 0]])
    expect([invalidated?.value, loaded.get(1)?.value.text, evicted?.value?.text]).toEqual([null, 'post 1', 'post 2'])
    if (replaced) replaced.isUsed = true
    put(5, value('large', [], 300))
    expect([evicted?.value, replaced?.value?.text]).toEqual([null, 'post 3'])
    put(3, value('again'))
    expect(replaced?.value).toBeNull()
    log.add(EVERYTHING)
    expect(last?.value).toBeNull()
  })

  test('is empty after an invalidation of everything', () => {
    const { log, posts, put } = createPosts()
    put(1, value('a', [], 1_000))
    log.add(EVERYTHING)
    expect([posts.get(FORM, 1), posts.bytes, posts.entries]).toEqual([undefined, 0, 0])
  })
})

test('a packed text is the same again, with any bytes, and shorter if it repeats itself', () => {
  const bytes = String.fromCharCode(...Array.from({ length: 256 }, (_, code) => code))
  for (const text of ['', 'a', 'b'.repeat(62), bytes, bytes.repeat(1_000)])
    expect(new PackedText(text).unpack()).toBe(text)
  expect(new PackedText(bytes.repeat(1_000)).bytes).toBeLessThan(20_000)
})

test('the log looks at invalidations of the kinds that are asked for, and says if it no longer has all', () => {
  const log = new InvalidationLog()
  const asked: number[] = []
  const look = (since: number) =>
    log.hasMatch(since, kindSet(['postAdded', 'audience']), (kind, a) => {
      asked.push(a)
      return kind === 'audience'
    })
  log.add([['postAdded', 1, 0]])
  const { position } = log
  for (let post = 0; post < 100_000; post++) log.add([['post', post, 0]])
  log.add([['postAdded', 2, 0]])
  expect([look(position), asked.splice(0)]).toEqual([false, [2]])
  expect([look(0), asked.splice(0)]).toEqual([false, [2, 1]])
  log.add([['audience', 3, 0]])
  expect(look(0)).toBe(true)
  const later = log.position
  expect(look(later)).toBe(false)
  for (let post = 0; post < 100_000; post++) log.add([['post', post, 0]])
  expect([look(0), look(later)]).toEqual([true, false])
  log.add(EVERYTHING)
  expect(look(later)).toBe(true)
})
