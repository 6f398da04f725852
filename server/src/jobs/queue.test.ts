import { expect } from 'vitest'
import { endOfRaffles, idsTo, LONGEST_MS, MINUTE, type Raffle } from '../../test/raffles.ts'
import { test } from '../../test/raffles-fixtures.ts'
import type { Queue } from './queue.ts'
import type { Owned } from './turns.ts'

test('three nodes run each row once, those of a dead node when its claims have expired', async ({ raffles }) => {
  const ids = idsTo(20)
  await raffles.add(1, ...ids)
  const [now, until] = [raffles.clock.now(), raffles.clock.now() + MINUTE]
  const { claim } = endOfRaffles(raffles.end)
  await raffles.db.write((transaction) => claim(transaction, { keys: [1, 2], now, until }))
  await raffles.startNodes()
  await expect.poll(async () => (await raffles.rows()).map(({ id }) => id)).toEqual([1, 2])
  raffles.clock.advance(MINUTE - 1)
  raffles.clock.advance(1)
  await expect.poll(raffles.rows).toEqual([])
  expect(raffles.ran.toSorted((a, b) => a - b)).toEqual(ids)
})

test('a run that fails is repeated, later each time, and given up in the end', async ({ raffles }) => {
  await raffles.add(1, 1)
  const queue = await raffles.startNode(async () => {
    throw new Error('no votes')
  })
  for (const [failures, minutes] of [1, 2, 2].entries()) {
    const dueAt = raffles.clock.now() + minutes * MINUTE
    const waiting = { ends_at: dueAt, claimed_until: 0, attempts: failures + 1 }
    await expect.poll(raffles.rows).toMatchObject([waiting])
    expect(queue.state.runs).toMatchObject({ ended: failures + 1, failed: failures + 1 })
    raffles.clock.advance(minutes * MINUTE)
  }
  await expect.poll(raffles.rows).toEqual([])
})

test('a slow run keeps its claim and its place; one without an end fails, though it ignores its signal', async ({
  raffles,
}) => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const begun: number[] = []
  const signals: AbortSignal[] = []
  await raffles.add(1, 1, 2)
  const queue = await raffles.startNode(async (raffle, signal) => {
    begun.push(raffle.key)
    signals.push(signal)
    await (raffle.key === 1 ? first : second).promise
    return raffles.end(raffle)
  })
  await expect.poll(() => begun).toHaveLength(2)
  await raffles.add(1, 3, 4)
  const { looks } = queue.state
  raffles.clock.advance(MINUTE / 2)
  await expect.poll(() => queue.state.looks).toBeGreaterThan(looks)
  const claim = { claimed_until: raffles.clock.now() + MINUTE, attempts: 0 }
  await expect
    .poll(raffles.rows)
    .toMatchObject([claim, claim, { id: 3, claimed_until: 0 }, { id: 4, claimed_until: 0 }])
  second.resolve()
  await expect.poll(raffles.rows).toMatchObject([{ id: 1 }])
  expect(begun.toSorted()).toEqual([1, 2, 3, 4])
  const { looks: looksBefore } = queue.state
  raffles.clock.jump(LONGEST_MS)
  await expect.poll(() => queue.state.looks).toBeGreaterThan(looksBefore)
  expect(
    signals.some(({ aborted }) => aborted),
    'it takes no longer because the clock was put forward',
  ).toBe(false)
  expect(begun, 'nor is it run twice, now that its claim has expired').toHaveLength(4)
  raffles.clock.advance(LONGEST_MS)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false, false, false])
  raffles.clock.advance(1)
  await expect.poll(raffles.rows).toMatchObject([{ id: 1, claimed_until: 0, attempts: 1 }])
})

test('what another node was faster to claim does not keep it from the rest', async ({ raffles }) => {
  await raffles.add(1, 1)
  let isFirst = true
  await raffles.startNode(raffles.end, {
    async claim(db, claim) {
      const rows = isFirst ? [] : await endOfRaffles(raffles.end).claim(db, claim)
      isFirst = false
      return rows
    },
  })
  await expect.poll(raffles.rows).toEqual([])
})

test('a stop ends what runs and gives it back, without an attempt, and begins nothing that it has just claimed', async ({
  raffles,
}) => {
  await raffles.add(1, 1)
  const begun: number[] = []
  const queue = await raffles.startNode(({ key }, signal) => {
    begun.push(key)
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  await expect.poll(() => begun).toEqual([1])
  await queue.close()
  const isDue = { claimed_until: 0, attempts: 0, ends_at: raffles.clock.now() }
  expect(await raffles.rows()).toMatchObject([isDue])

  const closing = Promise.withResolvers<Promise<void>>()
  const late: Queue<Owned<number>, Raffle> = await raffles.startNode(raffles.end, {
    async claim(db, claim) {
      closing.resolve(late.close())
      return endOfRaffles(raffles.end).claim(db, claim)
    },
  })
  await await closing.promise
  expect(await raffles.rows()).toMatchObject([isDue])
  expect(raffles.ran).toEqual([])
})

test('a run that tells of a far side that is down pauses all others, though the clock is put forward', async ({
  raffles,
}) => {
  await raffles.add(1, 1)
  let isDown = true
  const queue = await raffles.startNode(async (raffle) => {
    if (!isDown) return raffles.end(raffle)
    raffles.ran.push(raffle.key)
    return { kind: 'later', problem: 'down', pauseMs: MINUTE }
  })
  await expect.poll(raffles.rows).toMatchObject([{ attempts: 1 }])
  await raffles.add(2, 2)
  const { looks } = queue.state
  raffles.clock.jump(MINUTE)
  await expect.poll(() => queue.state.looks).toBeGreaterThan(looks)
  expect(queue.state.runs).toMatchObject({ ended: 1, underWay: 0 })
  isDown = false
  raffles.clock.advance(MINUTE)
  await expect.poll(raffles.rows).toEqual([])
  expect(raffles.ran.toSorted()).toEqual([1, 1, 2])
})
