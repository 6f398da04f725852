import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { test } from '../../../test/sqlite-file.ts'
import type { Database } from '../database.ts'
import { prepared } from '../prepared.ts'

/** It takes longer than a turn may on any machine. */
const slow = sql<{ count: number }>`
  with recursive numbers (number) as (select 1 union all select number + 1 from numbers limit 50000)
  select count(*) as count from numbers`
const statement = prepared(() => slow)

test.for([
  ['built', async ({ read }: Database) => (await slow.execute(read)).rows],
  ['prepared', ({ read }: Database) => statement.all(read, {})],
] as const)('a read of several %s statements lets other requests go first', async ([, run], { db }) => {
  let turns = 0
  let isDone = false
  const count = () => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  for (let reads = 0; reads < 5; reads++) expect(await run(db)).toEqual([{ count: 50_000 }])
  isDone = true
  expect(turns).toBeGreaterThanOrEqual(4)
})

test('a write in the background waits for a read of several statements', async ({ db, onTestFinished }) => {
  // The clock is slow, so that the write does not grow too old to wait on a slow machine.
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() / 20)
  onTestFinished(() => clock.mockRestore())
  const read = async () => {
    for (let reads = 0; reads < 5; reads++) await statement.all(db.read, {})
    return 'read'
  }
  const write = async () => {
    await db.write(async () => undefined, { isBackground: true })
    return 'written'
  }
  expect(await Promise.race([read(), write()])).toBe('read')
})
