import { describeWith } from '@quack/testing/needs'
import { type PrivatePostgres, startPostgres, startReplica } from '@quack/testing/postgres'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection, Database } from '../src/database/database.ts'
import { createIdSource } from '../src/database/ids.ts'
import { openDatabase } from '../src/database/open/open.ts'
import { ID_KEYS, openPostgres } from '../src/database/postgres/postgres.ts'
import { readSnapshot, snapshotNow } from '../src/database/ranked-snapshot.ts'
import type { GroupId, MemberId } from '../src/database/schema.ts'
import { type Cable, openCable } from './cable.ts'

const ignore = () => undefined

describeWith('postgres', 'PostgreSQL under several nodes', () => {
  let primary: PrivatePostgres
  let replica: PrivatePostgres
  let toReplica: Cable
  let db: Database

  beforeAll(async () => {
    primary = await startPostgres({ isDurable: true })
    replica = await startReplica(primary)
    const replicaUrl = new URL(replica.url)
    toReplica = await openCable(replica.port, replicaUrl.hostname)
    replicaUrl.port = String(toReplica.port)
    db = await openDatabase({ url: primary.url, replicaUrl: replicaUrl.href, poolSize: 2 }, ignore)
  })
  afterAll(async () => {
    await db.close()
    await toReplica.cut()
    await replica.stop()
    await primary.stop()
  })

  async function set(key: string, value: string): Promise<void> {
    await db.write((transaction) =>
      transaction
        .insertInto('settings')
        .values({ key, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute(),
    )
  }
  const get = async (key: string) =>
    (await db.read.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst())?.value
  const figure = (name: string) => db.stats()[name] ?? 0

  async function onReplica(statement: string): Promise<void> {
    const client = new pg.Client(replica.url)
    await client.connect()
    await client.query(statement)
    await client.end()
  }

  test('a replica is read while it is current, and never before it has every acknowledged write', async () => {
    for (let count = 0; count < 50; count++) {
      await set('count', String(count))
      expect(await get('count')).toBe(String(count))
    }
    await expect.poll(async () => (await get('count')) && figure('replica_reads_total')).toBeGreaterThan(0)

    await onReplica('select pg_wal_replay_pause()')
    const before = figure('replica_reads_total')
    await set('count', 'late')
    expect([await get('count'), await get('count')]).toEqual(['late', 'late'])
    expect(figure('replica_reads_total')).toBe(before)

    await onReplica('select pg_wal_replay_resume()')
    await expect.poll(async () => (await get('count')) && figure('replica_reads_total')).toBeGreaterThan(before)
  })

  test('while the replica is unreachable the primary is read, without an error', async () => {
    await set('who', 'primary')
    await toReplica.cut()
    expect(await Promise.all(Array.from({ length: 20 }, () => get('who')))).toEqual(Array(20).fill('primary'))
    await toReplica.mend()
    const before = figure('replica_reads_total')
    await expect.poll(async () => (await get('who')) && figure('replica_reads_total')).toBeGreaterThan(before)
  })

  test('the primary knows which transactions are open; a replica does not', async () => {
    const openNow = async () => {
      const { primary } = db
      const { rows } = await sql<{ text: string }>`select ${snapshotNow(primary, 'like_events')} as text`.execute(
        primary,
      )
      return readSnapshot(rows[0]?.text ?? '').open
    }
    await set('count', 'before')
    const before = figure('replica_reads_total')
    await expect.poll(async () => (await get('count')) && figure('replica_reads_total')).toBeGreaterThan(before)
    const [written, released] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()]
    const open = db.write(async (transaction) => {
      await transaction.insertInto('settings').values({ key: 'open', value: '' }).execute()
      const { rows } = await sql<{ id: number }>`select pg_current_xact_id()::text::bigint as id`.execute(transaction)
      written.resolve(rows[0]?.id ?? 0)
      await released.promise
    })
    const id = await written.promise
    try {
      await set('count', 'while one is open')
      expect(await openNow()).toContain(id)
    } finally {
      released.resolve()
      await open
    }
    expect(await openNow()).not.toContain(id)
  })

  test('a transaction whose connection is lost before its commit is retried; so is a read', async () => {
    const single = await openPostgres(primary.url, createIdSource(1), ignore, { poolSize: 1 })
    let attempts = 0
    await single.write(async (transaction) => {
      await transaction
        .insertInto('settings')
        .values({ key: 'tried', value: String(++attempts) })
        .execute()
      if (attempts === 1) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(transaction)
    })
    expect(await get('tried')).toBe('2')
    await sql`select 1`.execute(single.read)
    await db.write((transaction) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(
        transaction,
      ),
    )
    await sql`select 1`.execute(single.read)
    await single.close()
  })

  /** Writes from two nodes that create the same ids at the same instant. @returns the ids */
  async function writeTwins(write: (transaction: Connection, id: number, index: number) => Promise<unknown>) {
    const now = Date.now()
    const open = () =>
      openPostgres(
        primary.url,
        createIdSource(7, () => now),
        ignore,
        { poolSize: 1 },
      )
    const nodes = await Promise.all([open(), open()])
    const made = await Promise.all(
      nodes.map((node, index) =>
        node.write(async (transaction) => {
          const id = node.ids.next()
          await write(transaction, id, index)
          return id
        }),
      ),
    )
    for (const node of nodes) await node.close()
    return made
  }

  const insertMember = (transaction: Connection, id: number, name: string) => {
    const names = { username: name, username_key: name, first_name: '', last_name: '' }
    const rest = { email: '', password_hash: '', avatar_url: '', updated_at: Date.now() }
    return transaction
      .insertInto('members')
      .values({ id: id as MemberId, ...names, ...rest })
      .execute()
  }

  test('two nodes that create the same id at the same instant both succeed in writing', async () => {
    const members = await writeTwins((transaction, id, index) => insertMember(transaction, id, `twin${index}`))
    expect(new Set(members).size).toBe(2)
    const [recipient_id] = members as MemberId[]
    if (recipient_id === undefined) throw new Error('There is no member.')
    const groups = await writeTwins((transaction, id) => {
      const row = { id: id as GroupId, recipient_id, kind: 'follow' as const, target_id: 0 }
      return transaction.insertInto('notification_groups').values(row).execute()
    })
    expect(new Set(groups).size).toBe(2)
  })

  test('equal ids of two nodes are retried in every table with generated ids', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct c.conname as name
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype in ('p', 'u') and c.connamespace = 'public'::regnamespace and a.attname in ('id', 'at')`.execute(
      db.read,
    )
    // Of one row, whose id is always 1; of a comment that is gone, with its id.
    const others = ['invalidations_kept_pkey', 'comment_places_pkey']
    expect(rows.map(({ name }) => name).sort()).toEqual([...ID_KEYS, ...others].sort())
  })

  test('every table has a primary key, and none has a sequence', async () => {
    const { rows } = await sql<{ name: string; keys: number; sequences: number }>`
      select c.relname as name,
        (select count(*)::int from pg_index i where i.indrelid = c.oid and i.indisprimary) as keys,
        (select count(*)::int from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
          where d.refobjid = c.oid) as sequences
      from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`.execute(db.read)
    expect(rows.length).toBeGreaterThan(15)
    expect(rows.filter(({ keys, sequences }) => keys !== 1 || sequences !== 0)).toEqual([])
  })
})
