import { createRandom } from '@quack/testing/random'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../src/database/database.ts'
import { createIdSource } from '../src/database/ids.ts'
import { openPostgres } from '../src/database/postgres/postgres.ts'
import { startTestApp, type TestApp } from './app.ts'
import { createClient } from './client.ts'
import { checkResume, fill, gapOf, inGap, LIMITS, SORTS, store } from './feed-checks.ts'
import { FeedModel } from './feed-model.ts'
import { readPosition, storePosition } from './feed-positions.ts'
import { signUp, type TestMember } from './members.ts'
import type { Asked } from './network.ts'

const HOUR_MS = 3_600_000
const fail = (error: Error) => {
  throw error
}

describe('three nodes on one database', () => {
  let nodes: TestApp[] = []
  let others: Database[] = []

  beforeAll(async () => {
    const one = await startTestApp()
    const url = one.database.env.DATABASE_URL ?? ''
    others = [await openPostgres(url, createIdSource(1), fail), await openPostgres(url, createIdSource(2), fail)]
    nodes = [one]
    for (const db of others) nodes.push(await startTestApp({ ...one.dependencies, db }))
  })
  afterAll(async () => {
    for (const node of nodes.slice(1)) await node.close()
    for (const db of others) await db.close()
    await nodes[0]?.close()
  })

  const first = () => nodes[0] as TestApp
  const on = (node: TestApp, member: TestMember): TestMember => ({ ...member, ...createClient(node.app, member.token) })
  const readAll = (member: TestMember) => Promise.all(nodes.map((node) => readPosition(on(node, member))))

  test('each has the position that another has stored a moment ago', async () => {
    const member = await signUp(first())
    for (let count = 1; count <= 12; count++) {
      const stored = await storePosition(on(nodes[count % 3] as TestApp, member), String(count))
      expect(stored.postId).toBe(String(count))
      expect(await readAll(member)).toEqual([stored, stored, stored])
    }
  })

  test('of readings that arrive at all of them in any order, the latest stays, and the newest post', async () => {
    const random = createRandom(1)
    const member = await signUp(first())
    for (let round = 0; round < 3; round++) {
      const ages = Array.from({ length: 12 }, (_, index) => 100 - 30 * round + index).sort(() => random.int(3) - 1)
      const newest = ages.map(() => 1 + random.int(1_000) + 1_000 * round)
      await Promise.all(
        ages.map((age, index) =>
          storePosition(on(random.pick(nodes), member), String(age), {
            age: age * HOUR_MS,
            newestId: String(newest[index]),
          }),
        ),
      )
      const position = { postId: String(Math.min(...ages)), newestId: String(Math.max(...newest)) }
      expect(await readAll(member)).toMatchObject([position, position, position])
    }
  })

  test('agree on the feed from a position on, and on its gaps, while it changes', async () => {
    const random = createRandom(5)
    const rotating: Asked = { inject: (options) => random.pick(nodes).app.inject(options) }
    const members: TestMember[] = []
    for (let count = 0; count < 4; count++) {
      const member = await signUp(first())
      members.push({ ...member, ...createClient(rotating, member.token) })
    }
    const model = new FeedModel(first(), members, ['nodes', 'noodles'], random)
    for (let count = 0; count < 25; count++) {
      await model.change()
      await store(model, random)
      for (const sort of SORTS) await checkResume(model, sort, random.pick(LIMITS))
      const gap = gapOf(model, random)
      const expected = inGap(gap, model.feed(gap.sort))
      expect(await fill(model, random, gap, async () => undefined)).toEqual(expected)
    }
  })
})
