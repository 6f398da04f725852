import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServerProcess } from '@quack/testing/server-process'
import { isLong } from '@quack/testing/tier'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, createTestLocation, ENGINE, type TestLocation } from '../../../test/database.ts'
import { openDatabase } from '../open/open.ts'
import type { Schema } from '../schema.ts'
import LANDED from './landed.json' with { type: 'json' }
import { DatabaseVersionError, MIGRATIONS } from './migrate.ts'
import { hashMigration } from './migration-hash.ts'

/** Of a hash, in hexadecimal digits: the beginning tells two migrations apart. */
const HASH_LENGTH = 16

interface Row {
  readonly name: string
  readonly hash: string | null
}

describe('a database of another version', () => {
  let directory: string
  let target: Pick<TestLocation, 'location' | 'env' | 'drop'>

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'quack-migrate-'))
  })
  afterEach(async () => {
    await target.drop()
    await rm(directory, { recursive: true, force: true })
  })

  async function startEmpty(): Promise<void> {
    target = await createTestLocation(directory)
  }

  async function startCurrent(): Promise<void> {
    target = await createTestDatabase(directory)
  }

  /** Changes the database without migrating it. @returns the rows of the last statement */
  async function change(...statements: string[]): Promise<unknown[]> {
    const db = await openDatabase(target.location, fail, async () => undefined)
    const rows = await db.write(async (transaction) => {
      let last: unknown[] = []
      for (const statement of statements) last = (await sql.raw(statement).execute(transaction)).rows
      return last
    })
    await db.close()
    return rows
  }

  async function bringUpToDate(): Promise<Row[]> {
    const db = await openDatabase(target.location, fail)
    const { rows } = await sql<Row>`select name, hash from migrations order by name`.execute(db.read)
    await db.close()
    return rows
  }

  /** What the server says when it refuses the database. */
  async function refusal(): Promise<string> {
    const error = await openDatabase(target.location, fail).catch((refused: unknown) => refused)
    expect(error).toBeInstanceOf(DatabaseVersionError)
    const { message } = error as DatabaseVersionError
    expect(message).toContain('The database does not fit this Quack:')
    return message
  }

  const listMigrations = () => change('select * from migrations order by name')

  test('from the first commits is left unchanged; the server reports what differs and what to do', async () => {
    await startCurrent()
    await change('alter table migrations drop column hash', 'drop table follow_events')
    const before = await listMigrations()
    const output = await refusal()
    expect(output).toContain('The migration 001-start has changed since it was applied.')
    expect(output).toContain('start this one with an empty DATA_DIR or DATABASE_URL')
    expect(await listMigrations()).toEqual(before)
  })

  test('from a release without hashes is accepted, and the hashes are stored', async () => {
    await startCurrent()
    const made = await bringUpToDate()
    await change('alter table migrations drop column hash')
    expect(await bringUpToDate()).toEqual(made)
    expect(made.every(({ hash }) => hash?.length === 64)).toBe(true)
  })

  test('with a part of the migrations of a release without hashes is migrated', async () => {
    await startEmpty()
    const [first, ...rest] = MIGRATIONS
    const db = await openDatabase(target.location, fail, async (connection, engine) => {
      await first?.up(connection, engine)
    })
    await db.close()
    await change(
      'create table migrations (name text primary key, applied_at bigint not null)',
      `insert into migrations (name, applied_at) values ('${first?.name}', 0)`,
    )
    const rows = await bringUpToDate()
    expect(rows.map(({ name }) => name)).toEqual([first, ...rest].map((migration) => migration?.name))
    expect(rows.every(({ hash }) => hash?.length === 64)).toBe(true)
  })

  test('with edited migrations or those of a newer release is refused, and all of them are named', async () => {
    await startCurrent()
    await change(
      `update migrations set hash = 'other' where name in ('002-accounts', '006-post-alt')`,
      `insert into migrations (name, applied_at, hash) values ('999-future', 0, 'future')`,
    )
    const output = await refusal()
    if (ENGINE === 'sqlite' || isLong) {
      const server = await startServerProcess({ DEMO: 'off', ...target.env }).ended
      // The operator gets these sentences, not a stack trace.
      expect(server).toEqual({ code: 2, output: `Quack could not start. ${output}\n` })
    }
    expect(output).toContain('The migration 002-accounts has changed since it was applied.')
    expect(output).toContain('The migration 006-post-alt has changed since it was applied.')
    expect(output).toContain('The migration 999-future belongs to a newer Quack.')
    expect(output).not.toContain('001-start')
    expect(output).toContain('Please update this one')
  })
})

function fail(error: Error): void {
  throw error
}

describe('the hash of a migration', () => {
  const hash = (...statements: string[]) =>
    hashMigration(async (db: Kysely<Schema>) => {
      for (const statement of statements) await sql.raw(statement).execute(db)
    }, ENGINE)

  test('depends on the SQL that it executes, but not on white space', async () => {
    const made = await hash('create table a (b text)', 'create index c on a (b)')
    expect(await hash('\n  create table a\n  (b text)', 'create  index c on a (b)')).toBe(made)
    expect(await hash('create table a (b text not null)', 'create index c on a (b)')).not.toBe(made)
    expect(await hash('create index c on a (b)', 'create table a (b text)')).not.toBe(made)
  })

  // Installations have them from then on. A new one is added to the file with its hash.
  test('is that with which the migration came into the main branch', async () => {
    const hashes = await Promise.all(
      MIGRATIONS.map(async ({ name, up }) => [name, (await hashMigration(up, ENGINE)).slice(0, HASH_LENGTH)] as const),
    )
    expect(Object.fromEntries(hashes)).toEqual(LANDED[ENGINE])
  })
})
