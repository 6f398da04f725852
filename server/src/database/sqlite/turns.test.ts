import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '../../../test/sqlite-file.ts'
import type { Database } from '../database.ts'
import { prepared } from '../prepared.ts'

/** It takes longer than a turn may on any machine. */
const slow = sql<{ count: number }>`
  with recursive numbers (number) as (select 1 union all select number + 1 from numbers limit 300000)
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
  for (let reads = 0; reads < 5; reads++) expect(await run(db)).toEqual([{ count: 300_000 }])
  isDone = true
  expect(turns).toBeGreaterThanOrEqual(4)
})
