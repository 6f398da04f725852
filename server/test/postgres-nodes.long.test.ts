import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { patient } from '@quack/testing/patience'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createIdSource } from '../src/database/ids.ts'
import { openPostgres } from '../src/database/postgres/postgres.ts'
import { test } from './fixtures.ts'

test('a busy server is waited for longer than one that does not answer', async ({ app }) => {
  const { DATABASE_URL = '' } = app.database.env
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const open = (url: string, connect: number) => {
    const timeouts = { connect, queue: 100_000 }
    return openPostgres(url, createIdSource(1), () => undefined, {
      poolSize: 1,
      timeouts,
      prepare: async () => undefined,
    })
  }
  const nobody = await open(`postgres://a@127.0.0.1:${port}/a`, 1_000)
  await expect(sql`select 1`.execute(nobody.read)).rejects.toMatchObject({ kind: 'unavailable' })
  await nobody.close()
  silent.close()

  // Enough for a busy machine to connect.
  const connect = patient(2_000)
  const single = await open(DATABASE_URL, connect)
  const long = sql`select pg_sleep(${connect / 1_000 + 0.5})`.execute(single.read)
  await sql`select 1`.execute(single.read)
  await long
  await single.close()
})
