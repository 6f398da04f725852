import { afterEach, expect, vi } from 'vitest'
import { PRIVATE, setAudience } from '../../../test/audience.ts'
import type { Reader } from '../../../test/blocks.ts'
import { test as base } from '../../../test/fixtures.ts'
import { signUp, writePost } from '../../../test/members.ts'
import { timestamp } from '../../reading/timestamp.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Each test has a server of its own, because it sets the clock forward, and the tags of others would count. */
const test = base
  .extend('ann', ({ ownApp }) => signUp(ownApp))
  .extend('bob', ({ ownApp }) => signUp(ownApp))
  .extend(
    'join',
    ({ ownApp }) =>
      () =>
        signUp(ownApp),
  )

/** Tags as they are counted so much later. */
async function trendingAfter(reader: Reader, milliseconds: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })
  const { tags } = await reader.call('GET /api/trending-tags')
  return tags.map(({ name, membersCount }) => [name, membersCount])
}

afterEach(() => {
  vi.useRealTimers()
})

test('tags trend by the members who have used them, of equal ones that of the newest post first', async ({
  ownApp: app,
  ann,
  bob,
  join,
}) => {
  const carl = await join()
  const closed = await join()
  await setAudience(app, closed, PRIVATE)
  await writePost(closed, '#THREE #LATER')
  for (let count = 0; count < 5; count++) await writePost(ann, '#alone')
  await writePost(ann, '#Two #three')
  await writePost(bob, '#two #three #later')
  await writePost(carl, '#three #later')
  expect(await trendingAfter(app.visitor, MINUTE)).toEqual([
    ['three', 3],
    ['later', 2],
    ['Two', 2],
  ])
})

test('only posts of the last day count, up to the start of the minute', async ({ ownApp: app, ann, bob }) => {
  const now = Date.now()
  const start = now - (now % MINUTE)
  for (const author of [ann, bob]) await writePost(author, '#today')
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  expect(await trendingAfter(ann, MINUTE - 1)).toEqual([])
  expect(await ann.call('GET /api/trending-tags')).toEqual({ tags: [], asOf: timestamp(start) })
  expect(await trendingAfter(ann, 2 * MINUTE)).toEqual([['today', 2]])
  expect(await trendingAfter(app.visitor, DAY)).toEqual([])
})

test('posts that not everyone sees do not count, and neither do suspended members', async ({
  ownApp: app,
  ann,
  bob,
  join,
}) => {
  const [closed, leaver, suspended, hidden] = [await join(), await join(), await join(), await join()]
  for (const [author, tag] of [
    [closed, 'closed'],
    [leaver, 'left'],
    [suspended, 'suspended'],
    [hidden, 'hidden'],
  ] as const) {
    await writePost(ann, `#${tag} #all`)
    await writePost(author, `#${tag} #all`)
  }
  await writePost(bob, '#all')
  expect(await trendingAfter(ann, MINUTE)).toHaveLength(5)
  await setAudience(app, closed, PRIVATE)
  await app.db.write(async (transaction) => {
    const set = (id: string, columns: { deleted_at: number } | { suspended_at: number }) =>
      transaction
        .updateTable('members')
        .set(columns)
        .where('id', '=', Number(id) as never)
        .execute()
    await set(leaver._id, { deleted_at: 1 })
    await set(suspended._id, { suspended_at: 1 })
    const author = Number(hidden._id) as never
    await transaction.updateTable('posts').set({ hidden_at: 1 }).where('author_id', '=', author).execute()
  })
  // Until the next minute, they were counted already.
  expect(await trendingAfter(ann, 0)).toHaveLength(5)
  expect(await trendingAfter(ann, MINUTE)).toEqual([['all', 2]])
})

test('at most ten tags trend, without those that the viewer has muted', async ({ ann, bob, join }) => {
  const tags = Array.from({ length: 12 }, (_, index) => `T${index}`)
  for (const author of [ann, bob]) for (const tag of tags) await writePost(author, `#${tag}`)
  const reader = await join()
  for (const [phrase, action] of [
    ['#t11', 'hide'],
    ['#T9', 'collapse'],
  ] as const) {
    await reader.call('POST /api/muted-words', { body: { phrase, action, duration: 'always' } })
  }
  const namesFor = async (each: Reader) => (await trendingAfter(each, MINUTE)).map(([name]) => name)
  expect(await namesFor(ann)).toEqual(['T11', 'T10', 'T9', 'T8', 'T7', 'T6', 'T5', 'T4', 'T3', 'T2'])
  expect(await namesFor(reader)).toEqual(['T10', 'T8', 'T7', 'T6', 'T5', 'T4', 'T3', 'T2', 'T1', 'T0'])
})
