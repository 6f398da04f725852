import { createRandom } from '@quack/testing/random'
import pino from 'pino'
import { expect } from 'vitest'
import { signUp, type TestMember, writePost } from '../../../test/members.ts'
import { DELETE, EDIT } from '../../../test/post-fixtures.ts'
import { clearIndex, compareIndex, expectedIndex, readIndex } from '../../../test/search-index.ts'
import { addPosts, createHurriedClock, test } from '../../../test/search-index-fixtures.ts'
import type { Connection, Database } from '../../database/database.ts'
import { FirstIndexing } from './first-indexing.ts'
import { countWaiting } from './search-index.queries.ts'
import { indexChanges, indexEarlier, readPosition, requestIndexing } from './search-index.ts'

const waiting = async (db: Database) => (await countWaiting(db.primary, 10_000)).count
const isDone = async (db: Database) => Object.values(await readPosition(db.primary)).every((id) => id === 0)
const poll = (read: () => Promise<unknown>) => expect.poll(read)

test('what existed before is indexed in steps, and continued after a restart', async ({ ownApp, startIndexer }) => {
  const { db } = ownApp
  await addPosts(db, await signUp(ownApp), 600)
  await clearIndex(db)
  await requestIndexing(db)
  const { posts } = await readPosition(db.primary)

  const log: { msg?: string }[] = []
  // One for the members, one for the newest posts.
  const first = startIndexer({ db, log, clock: createHurriedClock(2) })
  await poll(async () => (await readPosition(db.primary)).posts).toBeLessThan(posts)
  await first.loop.close()
  const stopped = await readPosition(db.primary)
  expect(stopped.posts).toBeGreaterThan(0)

  startIndexer({ db, log })
  await poll(() => isDone(db)).toBe(true)
  expect(await readIndex(db)).toEqual(await expectedIndex(db))
  await poll(async () => log.map(({ msg }) => msg?.split(' ')[0])).toEqual(['indexing', 'indexing', 'all'])
})

test('one of two nodes indexes what existed before; the other continues when it stops', async ({ ownApp }) => {
  const { db } = ownApp
  await addPosts(db, await signUp(ownApp), 900)
  await clearIndex(db)
  await requestIndexing(db)
  const [one, other] = [pino({ enabled: false }), pino({ enabled: false })].map(
    (logger) => new FirstIndexing(db, logger, Date.now),
  ) as [FirstIndexing, FirstIndexing]
  const steps = async (...nodes: FirstIndexing[]) => {
    const outcomes = []
    for (const node of nodes) outcomes.push(await node.step())
    return outcomes
  }
  // The one that starts takes over, and the one that was at work notices.
  expect(await steps(one, other, one)).toEqual([true, true, false])
  one.watch()
  expect(await steps(other, one)).toEqual([true, false])
  // The position has not moved since.
  one.watch()
  expect(await steps(one)).toEqual([true])
  while (await one.step());
  expect(await steps(other)).toEqual([false])
  expect(await readIndex(db)).toEqual(await expectedIndex(db))
})

test('a batch that fails before its commit leaves its changes, which the next one indexes', async ({ ownApp }) => {
  const { db } = ownApp
  await writePost(await signUp(ownApp), 'Duck')
  const dying = async (work: (transaction: Connection) => Promise<unknown>) =>
    db.write(async (transaction) => {
      await work(transaction)
      throw new Error('The node is gone.')
    })
  const before = await waiting(db)
  expect(before).toBeGreaterThan(0)
  await expect(indexChanges({ ...db, write: dying as Database['write'] })).rejects.toThrow('The node is gone.')
  expect(await waiting(db)).toBe(before)
  expect((await readIndex(db)).posts.size).toBe(0)
  const { actual, expected } = await compareIndex(db)
  expect(actual).toEqual(expected)
})

test('indexing while posts are written, edited and deleted loses no change', async ({ ownApp }) => {
  const { db } = ownApp
  const authors = [await signUp(ownApp), await signUp(ownApp)]
  const random = createRandom(19)
  const posts: { author: TestMember; postId: string }[] = []
  async function change(step: number): Promise<void> {
    const known = posts.splice(random.int(posts.length + 1), 1)[0]
    if (!known || random.chance(0.4)) {
      const author = random.pick(authors)
      if (known) posts.push(known)
      posts.push({ author, postId: (await writePost(author, `Post ${step}`))._id })
    } else if (random.chance(0.3)) {
      await known.author.call(DELETE, { params: { postId: known.postId } })
    } else {
      const postData = { content: `Edited ${step}` }
      await known.author.call(EDIT, { params: { postId: known.postId }, body: { postData } })
      posts.push(known)
    }
  }
  for (let round = 0; round < 8; round++) {
    if (round % 3 === 0) await requestIndexing(db)
    const changes = Array.from({ length: 8 }, (_, index) => change(round * 8 + index))
    const first = readPosition(db.primary).then((position) => indexEarlier(db, position))
    await Promise.all([...changes, indexChanges(db), first, indexChanges(db)])
  }
  const { actual, expected } = await compareIndex(db)
  expect(actual).toEqual(expected)
  expect(await waiting(db)).toBe(0)
})

test('on two nodes, all changes are indexed without a request', async ({ nodes }) => {
  const members = [await signUp(nodes.one, { username: 'one' }), await signUp(nodes.other, { username: 'other' })]
  const posts = await Promise.all(Array.from({ length: 20 }, (_, index) => writePost(members[index % 2] as TestMember)))
  await Promise.all(
    posts.map(({ _id: postId }, index) => {
      const author = members[index % 2] as TestMember
      if (index % 3 === 0) return author.call(DELETE, { params: { postId } })
      return author.call(EDIT, { params: { postId }, body: { postData: { content: `Edited ${index}` } } })
    }),
  )
  const { db } = nodes.one
  await poll(() => waiting(db)).toBe(0)
  expect(await readIndex(db)).toEqual(await expectedIndex(db))
})

test('metrics tell how much waits, for how long, and how much of what existed is indexed', async ({
  ownApp,
  startIndexer,
}) => {
  const { db } = ownApp
  const ann = await signUp(ownApp)
  await addPosts(db, ann, 300)
  await db.write((transaction) =>
    transaction
      .updateTable('search_changes' as never)
      .set({ at: 1 } as never)
      .execute(),
  )
  await requestIndexing(db)
  const clock = createHurriedClock(1)
  const { state } = startIndexer({ db, clock })
  await poll(async () => state.waiting).toBeGreaterThan(300)
  expect(state.delayMs).toBeGreaterThan(60_000)
  expect(state.done).toBe(0)
})
