import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '../../../test/fixtures.ts'

test('repeated statements are prepared once; very long ones are not prepared', async ({ app }) => {
  const short = sql`select ${'x'}::text as short`
  const long = sql`select ${'x'}::text as ${sql.raw(`long, '${'y'.repeat(9_000)}'`)}`
  const { rows } = await app.db.write(async (transaction) => {
    for (let time = 0; time < 3; time++) {
      await short.execute(transaction)
      await long.execute(transaction)
    }
    return sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(transaction)
  })
  const statements = rows.map(({ statement }) => statement)
  expect(statements.filter((statement) => statement.endsWith('as short'))).toHaveLength(1)
  expect(statements.filter((statement) => statement.includes('long'))).toEqual([])
})
