import { sql } from 'kysely'
import { expect } from 'vitest'
import { ENGINE } from '../../test/database.ts'
import { test as base } from '../../test/fixtures.ts'

const test = base.extend('sumOf', ({ app }) => {
  return (column: string) =>
    sql<{ total: unknown }>`
      select ${sql.raw(column)} as total
      from (select cast(9007199254740990 as bigint) as bytes union all select 1) as counted`.execute(app.db.read)
})

test('a sum that is cast arrives as a number', async ({ sumOf }) => {
  expect((await sumOf('cast(sum(bytes) as bigint)')).rows).toEqual([{ total: Number.MAX_SAFE_INTEGER }])
})

test('a sum that PostgreSQL would give as text is refused with the query that makes it', async ({ sumOf }) => {
  if (ENGINE === 'sqlite') expect((await sumOf('sum(bytes)')).rows).toEqual([{ total: Number.MAX_SAFE_INTEGER }])
  else await expect(sumOf('sum(bytes)')).rejects.toThrow('Please cast it')
})
