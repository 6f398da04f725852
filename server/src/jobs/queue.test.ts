import { expect } from 'vitest'
import { endOfPolls, idsTo, LONGEST_MS, MINUTE, type Poll } from '../../test/polls.ts'
import { test } from '../../test/polls-fixtures.ts'
import type { Queue } from './queue.ts'
import type { Owned } from './turns.ts'

test('three nodes run each row once, those of a dead node when its claims have expired', async ({ polls }) => {
  const ids = idsTo(20)
  await polls.add(1, ...ids)
  const [now, until] = [polls.clock.now(), polls.clock.now() + MINUTE]
  const { claim } = endOfPolls(polls.end)
  await polls.db.write((transaction) => claim(transaction, { keys: [1, 2], now, until }))
  await polls.startNodes()
  await expect.poll(async () => (await polls.rows()).map(({ id }) => id)).toEqual([1, 2])
  polls.clock.advance(MINUTE - 1)
  polls.clock.advance(1)
  await expect.poll(polls.rows).toEqual([])
  expect(polls.ran.toSorted((a, b) => a - b)).toEqual(ids)
})

test('a run that fails is repeated, later each time, and given up in the end', async ({ polls }) => {
  await polls.add(1, 1)
  const queue = await polls.startNode(async () => {
    throw new Error('no votes')
  })
  for (const [failures, minutes] of [1, 2, 2].entries()) {
    const dueAt = polls.clock.now() + minutes * MINUTE
    const waiting = { ends_at: dueAt, claimed_until: 0, attempts: failures + 1 }
    await expect.poll(polls.rows).toMatchObject([waiting])
    expect(queue.state.runs).toMatchObject({ ended: failures + 1, failed: failures + 1 })
    polls.clock.advance(minutes * MINUTE)
  }
  await expect.poll(polls.rows).toEqual([])
})

test('a slow run keeps its claim and its place; one without an end fails, though it ignores its signal', async ({
  polls,
}) => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const begun: number[] = []
  const signals: AbortSignal[] = []
  await polls.add(1, 1, 2)
  const queue = await polls.startNode(async (poll, signal) => {
    begun.push(poll.key)
    signals.push(signal)
    await (poll.key === 1 ? first : second).promise
    return polls.end(poll)
  })
  await expect.poll(() => begun).toHaveLength(2)
  await polls.add(1, 3, 4)
  const { looks } = queue.state
  polls.clock.advance(MINUTE / 2)
  await expect.poll(() => queue.state.looks).toBeGreaterThan(looks)
  const claim = { claimed_until: polls.clock.now() + MINUTE, attempts: 0 }
  await expect.poll(polls.rows).toMatchObject([claim, claim, { id: 3, claimed_until: 0 }, { id: 4, claimed_until: 0 }])
  second.resolve()
  await expect.poll(polls.rows).toMatchObject([{ id: 1 }])
  expect(begun.toSorted()).toEqual([1, 2, 3, 4])
  const { looks: looksBefore } = queue.state
  polls.clock.jump(LONGEST_MS)
  await expect.poll(() => queue.state.looks).toBeGreaterThan(looksBefore)
  expect(
    signals.some(({ aborted }) => aborted),
    'it takes no longer because the clock was put forward',
  ).toBe(false)
  expect(begun, 'nor is it run twice, now that its claim has expired').toHaveLength(4)
  polls.clock.advance(LONGEST_MS)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false, false, false])
  polls.clock.advance(1)
  await expect.poll(polls.rows).toMatchObject([{ id: 1, claimed_until: 0, attempts: 1 }])
})

test('what another node was faster to claim does not keep it from the rest', async ({ polls }) => {
  await polls.add(1, 1)
  let isFirst = true
  await polls.startNode(polls.end, {
    async claim(db, claim) {
      const rows = isFirst ? [] : await endOfPolls(polls.end).claim(db, claim)
      isFirst = false
      return rows
    },
  })
  await expect.poll(polls.rows).toEqual([])
})

test('a stop ends what runs and gives it back, without an attempt, and begins nothing that it has just claimed', async ({
  polls,
}) => {
  await polls.add(1, 1)
  const begun: number[] = []
  const queue = await polls.startNode(({ key }, signal) => {
    begun.push(key)
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  await expect.poll(() => begun).toEqual([1])
  await queue.close()
  const isDue = { claimed_until: 0, attempts: 0, ends_at: polls.clock.now() }
  expect(await polls.rows()).toMatchObject([isDue])

  const closing = Promise.withResolvers<Promise<void>>()
  const late: Queue<Owned<number>, Poll> = await polls.startNode(polls.end, {
    async claim(db, claim) {
      closing.resolve(late.close())
      return endOfPolls(polls.end).claim(db, claim)
    },
  })
  await await closing.promise
  expect(await polls.rows()).toMatchObject([isDue])
  expect(polls.ran).toEqual([])
})

test('a run that tells of a far side that is down pauses all others, though the clock is put forward', async ({
  polls,
}) => {
  await polls.add(1, 1)
  let isDown = true
  const queue = await polls.startNode(async (poll) => {
    if (!isDown) return polls.end(poll)
    polls.ran.push(poll.key)
    return { kind: 'later', problem: 'down', pauseMs: MINUTE }
  })
  await expect.poll(polls.rows).toMatchObject([{ attempts: 1 }])
  await polls.add(2, 2)
  const { looks } = queue.state
  polls.clock.jump(MINUTE)
  await expect.poll(() => queue.state.looks).toBeGreaterThan(looks)
  expect(queue.state.runs).toMatchObject({ ended: 1, underWay: 0 })
  isDown = false
  polls.clock.advance(MINUTE)
  await expect.poll(polls.rows).toEqual([])
  expect(polls.ran.toSorted()).toEqual([1, 1, 2])
})
