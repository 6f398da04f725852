import type { Kysely } from 'kysely'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, SERVER_URL, type TestDatabase } from '../../../test/database.ts'
import { EVERYTHING, type Invalidation } from '../invalidation-log.ts'
import { migrate } from '../migrations/migrate.ts'
import type { Schema } from '../schema.ts'
import { cleanInvalidations, createInvalidationReader, type InvalidationReader, SINCE } from './invalidations.ts'

/**
 * The reader's behaviour across nodes and servers. The SQLite project excludes this file
 * (tools/src/vitest/server-tests.ts).
 */
describe("the reader of all nodes' invalidations", () => {
  let database: TestDatabase | null = null
  let url = ''
  let reader: InvalidationReader
  let batches: Invalidation[] = []
  const clients: pg.Client[] = []

  beforeEach(async () => {
    await close()
    database = await createTestDatabase('')
    url = database.env.DATABASE_URL ?? ''
    reader = createInvalidationReader(named('the reader'))
    batches = []
    // The first call connects, the second one queries.
    await reader.catchUp()
    await reader.catchUp()
    reader.log.listen((batch) => batches.push(...batch))
  })
  afterAll(close)

  async function close(): Promise<void> {
    for (const client of clients.splice(0)) await client.end()
    await reader?.close()
    await database?.drop()
    database = null
  }

  /** The address of the database, for a connection with this name. */
  function named(name: string): string {
    const address = new URL(url)
    address.searchParams.set('application_name', name)
    return address.href
  }

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url })
    clients.push(client)
    await client.connect()
    return client
  }

  /** Inserts what a trigger would. */
  const invalidate = (client: pg.Client, post: number) =>
    client.query(`insert into invalidations (kind, a, b) values ('post', $1, 0)`, [post])

  async function read(): Promise<readonly Invalidation[]> {
    batches = []
    await reader.catchUp()
    return batches
  }

  test('reads each commit once, even if transactions commit in another order than they began', async () => {
    const [first, second] = [await connect(), await connect()]
    await first.query('begin')
    await invalidate(first, 1)
    await second.query('begin')
    await invalidate(second, 2)
    await second.query('commit')
    expect(await read()).toEqual([['post', 2, 0]])
    expect(await read()).toEqual([])
    await first.query('commit')
    expect(await read()).toEqual([['post', 1, 0]])
    expect(await read()).toEqual([])
  })

  test('does not read what is rolled back, whole or to a savepoint', async () => {
    const client = await connect()
    await client.query('begin')
    await invalidate(client, 1)
    await client.query('savepoint inner_work')
    await invalidate(client, 2)
    await client.query('rollback to inner_work')
    await client.query('commit')
    await client.query('begin')
    await invalidate(client, 3)
    await client.query('rollback')
    expect(await read()).toEqual([['post', 1, 0]])
  })

  test('shares one query among calls that wait, but not one that is already running', async () => {
    const client = await connect()
    const under = reader.catchUp()
    await invalidate(client, 1)
    await Promise.all([under, reader.catchUp(), reader.catchUp()])
    expect(batches).toEqual([['post', 1, 0]])
  })

  test('invalidates everything after its connection was lost', async () => {
    const client = await connect()
    await client.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'the reader'`)
    // The loss is noticed before the query or by it.
    await reader.catchUp().catch(() => reader.catchUp())
    expect(batches).toEqual(EVERYTHING)
  })

  test('invalidates everything if rows may have been deleted before it read them', async () => {
    const client = await connect()
    await invalidate(client, 1)
    await client.query(`update invalidations_kept set oldest = pg_current_xact_id()`)
    expect(await read()).toEqual(EVERYTHING)
    // Other tests use the same server. Their transactions that are older than that row have to end first.
    await expect.poll(read).toEqual([])
  })

  test('invalidates everything if rows of a transaction that was in progress were deleted', async () => {
    const [long, other] = [await connect(), await connect()]
    await long.query('begin')
    await invalidate(long, 1)
    const { rows } = await long.query('select (pg_current_xact_id()::text::bigint + 1)::text as next')
    // So that transactions have begun after that one when the reader reads.
    for (const post of [2, 3]) await invalidate(other, post)
    expect(await read()).toHaveLength(2)
    await long.query('commit')
    await other.query('update invalidations_kept set oldest = $1', [rows[0].next])
    expect(await read()).toEqual(EVERYTHING)
  })

  test('invalidates everything if there are too many rows, or a table was truncated', async () => {
    const client = await connect()
    await client.query(`insert into invalidations (kind, a, b) select 'post', i, 0 from generate_series(1, 10001) as i`)
    expect(await read()).toEqual(EVERYTHING)
    await client.query('truncate bookmarks')
    expect(await read()).toEqual(EVERYTHING)
  })

  test('invalidates everything for a kind of a newer release', async () => {
    const client = await connect()
    await client.query(`insert into invalidations (kind, a, b) values ('mute', 1, 2)`)
    expect(await read()).toEqual([['everything', 1, 2]])
  })

  test('starts by deleting rows that a restore brought from another server', async () => {
    const client = await connect()
    const far = `(pg_current_xact_id()::text::bigint + 1000000)::text::xid8`
    await client.query(`insert into invalidations (transaction_id, kind, a, b) values (${far}, 'post', 1, 0)`)
    await client.query(`update invalidations_kept set oldest = ${far}, next = ${far}`)
    await (await database?.reopen(migrate))?.close()
    expect((await client.query('select * from invalidations')).rows).toEqual([])
    await read()
    await invalidate(client, 2)
    expect(await read()).toEqual([['post', 2, 0]])
  })

  test('invalidates everything if old rows, kept for one to two minutes, were deleted before it came', async () => {
    const client = await connect()
    const countRows = async () => Number((await client.query('select count(*) from invalidations')).rows[0]?.count)
    // As if a minute had passed and the timer had fired.
    const clean = async () => {
      await client.query(`update invalidations_kept set moved_at = now() - interval '61 seconds'`)
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      const stop = cleanInvalidations(database?.db.read as Kysely<Schema>, (error) => expect.fail(error.message))
      vi.advanceTimersByTime(60_000)
      stop()
      vi.useRealTimers()
      await expect.poll(async () => (await client.query(MOVED)).rows).toEqual([{ is_moved: true }])
    }
    const MOVED = `select moved_at > now() - interval '30 seconds' as is_moved from invalidations_kept`
    await invalidate(client, 1)
    await clean()
    expect(await countRows()).toBe(1)
    // Rows that are younger than a transaction of another test are kept until that transaction has ended.
    const cleanOnce = async () => {
      await clean()
      return countRows()
    }
    await expect.poll(cleanOnce).toBe(0)
    expect(await read()).toEqual(EVERYTHING)
  })

  test.for([
    ['many transactions', 'i / 3 + 1'],
    ['one', '3'],
  ])('reads few pages, though the table has grown by %s since its plan was made', async ([_, transaction]) => {
    const client = await connect()
    await client.query('truncate invalidations')
    await client.query('vacuum analyze invalidations, invalidations_kept')
    await client.query(`prepare since (pg_snapshot) as ${SINCE}`)
    const { rows } = await client.query('select pg_current_snapshot()::text as snapshot')
    const read = `execute since ('${rows[0].snapshot}')`
    // From the sixth execution on, PostgreSQL may use a generic plan.
    for (let count = 0; count < 7; count++) await client.query(read)
    await client.query(`
      insert into invalidations (transaction_id, kind, a, b)
      select (${transaction})::text::xid8, 'post', i, 0 from generate_series(1, 60000) as i`)
    const explain = `explain (analyze, buffers, format json) ${read}`
    const pages: number[] = []
    // Other tests change their tables meanwhile. If that is much, PostgreSQL forgets the catalog, and a call reads it again.
    while (pages.length < 3) {
      const [root] = (await client.query(explain)).rows[0]['QUERY PLAN']
      pages.push(root.Plan['Shared Hit Blocks'] + root.Plan['Shared Read Blocks'])
    }
    // The table has 400.
    expect(Math.min(...pages)).toBeLessThan(40)
  })

  test('leaves no connection if it is closed while it connects, and opens none after that', async () => {
    const closed = createInvalidationReader(named('closed early'))
    const connecting = closed.catchUp().catch(() => undefined)
    await closed.close()
    await connecting
    await expect(closed.catchUp()).rejects.toMatchObject({ kind: 'unavailable' })
    const client = await connect()
    const left = `select pid from pg_stat_activity where application_name = 'closed early'`
    await expect.poll(async () => (await client.query(left)).rows).toEqual([])
  })

  test('fails as unavailable if the server is away', async () => {
    const gone = new URL(SERVER_URL)
    gone.port = '1'
    const unreachable = createInvalidationReader(gone.href)
    await expect(unreachable.catchUp()).rejects.toMatchObject({ kind: 'unavailable' })
    await unreachable.close()
  })
})
