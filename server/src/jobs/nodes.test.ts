import fastify from 'fastify'
import { expect } from 'vitest'
import { fillDatabase, freeDatabase } from '../../test/full-database.ts'
import { DAY, endOfRaffles, endRaffle, forgetResults, idsTo, MINUTE, STEP } from '../../test/raffles.ts'
import { test } from '../../test/raffles-fixtures.ts'
import { jobsOf, runWith } from './job.ts'
import { Queue } from './queue.ts'

const MANY = 10_000
const [ANN, BOB] = [1, 2]
/** Larger than the space that a database without rows has for more of them. */
const LONG = 'quack '.repeat(20_000)

test('jobs that are declared in a few lines run from the start of a server to its end', async ({ raffles }) => {
  const ids = idsTo(2 * STEP + 1)
  await raffles.add(ANN, ...ids)
  const app = fastify()
  runWith(app, new Queue(endOfRaffles(raffles.end), raffles), forgetResults(raffles))
  await app.ready()
  await expect.poll(raffles.rows).toEqual([])
  expect(await raffles.results()).toEqual(ids)
  raffles.clock.advance(DAY)
  await expect.poll(raffles.results).toEqual([])
  const figures = () =>
    [...jobsOf(app)].map(({ name, state: { failures, runs } }) => ({ name, failures, ...(runs && { runs }) }))
  await expect.poll(figures).toEqual([
    { name: 'raffles', failures: 0, runs: { ended: ids.length, failed: 0, underWay: 0 } },
    { name: 'results', failures: 0 },
  ])
  await app.close()
  await raffles.add(ANN, 1)
  raffles.clock.advance(MINUTE)
  expect(await raffles.rows()).toMatchObject([{ id: 1, claimed_until: 0 }])
})

test('three nodes share the steps of a job, and leave nothing', async ({ raffles }) => {
  const ids = idsTo(5 * STEP)
  await raffles.addResults(...ids)
  const jobs = await Promise.all(Array.from({ length: 3 }, () => raffles.start(forgetResults)))
  await expect.poll(() => jobs.every(({ state }) => state.looks > 0)).toBe(true)
  expect(await raffles.results()).toEqual(ids)
  raffles.clock.advance(DAY)
  await expect.poll(raffles.results).toEqual([])
})

test('of three nodes, none takes the row of a slow run, and all go on with others', async ({ raffles }) => {
  const slow = Promise.withResolvers<void>()
  const begun: number[] = []
  await raffles.add(ANN, 1)
  await raffles.startNodes(async (raffle) => {
    begun.push(raffle.key)
    if (raffle.key === 1) await slow.promise
    return endRaffle(raffles.db, raffle)
  })
  await expect.poll(() => begun).toEqual([1])
  for (const id of [2, 3, 4, 5]) {
    await raffles.add(ANN, id)
    raffles.clock.advance(MINUTE / 2)
    const claim = { id: 1, claimed_until: raffles.clock.now() + MINUTE, attempts: 0 }
    await expect.poll(raffles.rows).toMatchObject([claim])
  }
  slow.resolve()
  await expect.poll(raffles.rows).toEqual([])
  expect(begun).toEqual([1, 2, 3, 4, 5])
})

test('three nodes run the row of a member among the first, though 10,000 of another one wait', async ({ raffles }) => {
  const ids = idsTo(MANY)
  while (ids.length > 0) await raffles.add(ANN, ...ids.splice(0, 1_000))
  raffles.clock.jump(1)
  await raffles.add(BOB, MANY + 1)
  const begun: number[] = []
  const queues = await raffles.startNodes(({ key }, signal) => {
    begun.push(key)
    // Until the node stops.
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  const places = 2 * queues.length
  await expect.poll(() => new Set(begun).size).toBe(places)
  expect(begun).toHaveLength(places)
  expect(begun).toContain(MANY + 1)
})

test('what three nodes cannot finish because the database is full waits, and is done once there is space', async ({
  raffles,
}) => {
  const ids = idsTo(20)
  await raffles.add(ANN, ...ids)
  await fillDatabase(raffles.db, 'raffle_results')
  const queues = await raffles.startNodes((raffle) => endRaffle(raffles.db, raffle, LONG))
  await expect.poll(async () => (await raffles.rows()).filter(({ attempts }) => attempts === 0)).toEqual([])
  const waiting = await raffles.rows()
  expect(waiting).not.toEqual([])
  const ends_at = raffles.clock.now() + MINUTE
  expect(waiting).toEqual(waiting.map((row) => ({ ...row, ends_at, claimed_until: 0, attempts: 1 })))
  await freeDatabase(raffles.db, 'raffle_results')
  raffles.clock.advance(MINUTE)
  await expect.poll(raffles.rows).toEqual([])
  expect(await raffles.results()).toEqual(ids)
  expect(queues.reduce((sum, { state }) => sum + (state.runs?.failed ?? 0), 0)).toBe(waiting.length)
})
