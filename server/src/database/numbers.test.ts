import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { ENGINE } from '../../test/database.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const sumOf = (column: string) =>
  sql<{ total: unknown }>`
    select ${sql.raw(column)} as total
    from (select cast(9007199254740990 as bigint) as bytes union all select 1) as counted`.execute(app.db.read)

test('a sum that is cast arrives as a number', async () => {
  expect((await sumOf('cast(sum(bytes) as bigint)')).rows).toEqual([{ total: Number.MAX_SAFE_INTEGER }])
})

test('a sum that PostgreSQL would give as text is refused with the query that makes it', async () => {
  if (ENGINE === 'sqlite') expect((await sumOf('sum(bytes)')).rows).toEqual([{ total: Number.MAX_SAFE_INTEGER }])
  else await expect(sumOf('sum(bytes)')).rejects.toThrow('Please cast it')
})
