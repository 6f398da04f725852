import { constants, DatabaseSync } from 'node:sqlite'
import { CompiledQuery, sql } from 'kysely'
import { describe, expect, onTestFinished, vi } from 'vitest'
import type { Connection, Database } from '../../src/database/database.ts'
import { connect } from '../../src/database/sqlite/connection.ts'
import { ENGINE } from '../database.ts'
import { test as base } from '../fixtures.ts'
import { FROM } from '../mails.ts'
import { AHEAD_CLOCK } from '../test-clock.ts'
import { askAsApp } from './ask-as-app.ts'
import { type Captured, captureStatements } from './capture.ts'
import { readClientLists } from './client-lists.ts'
import { makeEveryCall } from './every-call.ts'
import { hearNews } from './hear-news.ts'
import { resumeFeeds } from './resume-feeds.ts'
import { sendMessages } from './send-messages.ts'

const test = base
  .extend('captured', { scope: 'file' }, () => new Map<string, Captured>())
  .extend('watch', { scope: 'file' }, ({ captured }) => {
    return (db: Database) => captureStatements(db, captured)
  })
  .extend('options', { scope: 'file' }, () => ({
    // Each edit leaves a trace.
    clock: AHEAD_CLOCK,
    push: { allowPrivateAddresses: true },
    // The passkey of the calls is for this host.
    publicUrl: 'http://localhost:4000',
    // Nothing listens there: mails are queued, tried and postponed.
    mail: { location: { url: 'smtp://127.0.0.1:9', from: FROM }, timeoutMs: 1_000 },
  }))
  /** The statements of every call, of reading positions, of the push worker, and of apps of other makers. */
  .extend('statements', { scope: 'file' }, async ({ app, captured }) => {
    await makeEveryCall(app)
    await readClientLists(app)
    await resumeFeeds(app)
    await sendMessages(app)
    await askAsApp(app)
    await hearNews(app)
    return captured
  })

describe('query plans', () => {
  test('no statement of any call scans a whole table', async ({ app, statements }) => {
    expect(statements.size).toBeGreaterThan(50)
    const scans: string[] = []
    await app.database.db.read.connection().execute(async (connection) => {
      // The tables are small here. The test asks whether an index can be used, not whether it pays.
      if (ENGINE === 'postgres') await sql`set enable_seqscan = off`.execute(connection)
      for (const statement of statements.values()) {
        for (const scan of await findScans(connection, statement)) scans.push(`${scan} in ${statement.sql}`)
      }
    })
    expect(scans).toEqual([])
  })

  test('each column that refers to a row of another table begins an index', async ({ app }) => {
    const { rows } = await (ENGINE === 'sqlite' ? UNINDEXED_ON_SQLITE : UNINDEXED_ON_POSTGRES).execute(app.db.read)
    expect(rows.map(({ name }) => name)).toEqual([])
  })

  // SQLite asks its authorizer for each thing that a statement uses, whenever it compiles the statement.
  if (ENGINE === 'sqlite') {
    test('SQLite compiles no read again that it has compiled', async ({ app, statements }) => {
      const opened = vi.spyOn(DatabaseSync.prototype, 'exec')
      const { location } = app.database
      const connection = connect('file' in location ? location.file : '', 0, 2)
      onTestFinished(connection.close)
      connection.prepare('select 1')
      const database = opened.mock.contexts[0] as DatabaseSync
      opened.mockRestore()
      let asked = 0
      database.setAuthorizer(() => {
        asked++
        return constants.SQLITE_OK
      })
      const again: string[] = []
      for (const { sql: text, parameters } of statements.values()) {
        // Pragmas are statements of their own.
        if (!/^\s*(select|with)\b/i.test(text) || text.includes('pragma_')) continue
        const { all } = connection.prepare(text)
        all(parameters)
        const before = asked
        all(parameters)
        if (asked !== before) again.push(text)
      }
      expect(asked).toBeGreaterThan(1_000)
      expect(again).toEqual([])
    })
  }

  test('the authors of a home feed are searched once, with the viewer among them', async ({ app, statements }) => {
    const feeds = [...statements.values()].filter(({ sql: text }) =>
      /posts\.author_id in \(select followed_id/.test(text),
    )
    expect(feeds.length).toBeGreaterThan(2)
    await app.database.db.read.connection().execute(async (connection) => {
      // SQLite's name for a search by each side of an `or`.
      for (const feed of feeds) expect(await planOf(connection, feed)).not.toContain('MULTI-INDEX OR')
    })
  })

  test('detects a statement without an index', async ({ app }) => {
    await app.database.db.read.connection().execute(async (connection) => {
      if (ENGINE === 'postgres') await sql`set enable_seqscan = off`.execute(connection)
      const found = await findScans(connection, { sql: "select id from posts where content = 'x'", parameters: [] })
      expect(found).toHaveLength(1)
    })
  })
})

/** The columns with foreign keys that begin no index: a removal of what they refer to searches them. */
const UNINDEXED_ON_SQLITE = sql<{ name: string }>`
  select tables.name || '.' || keys."from" as name from sqlite_schema as tables, pragma_foreign_key_list(tables.name) as keys
  where tables.type = 'table' and keys.seq = 0 and not exists (
    select 1 from pragma_index_list(tables.name) as indexes, pragma_index_info(indexes.name) as columns
    where columns.seqno = 0 and columns.name = keys."from")
  and not exists (
    select 1 from pragma_table_info(tables.name) as own where own.pk = 1 and own.name = keys."from")
  order by 1`
const UNINDEXED_ON_POSTGRES = sql<{ name: string }>`
  select conrelid::regclass || '.' || attname as name
  from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
  where contype = 'f' and not exists (select 1 from pg_index where indrelid = conrelid and indkey[0] = conkey[1])
  order by 1`

/** What a plan may scan: lists passed as a parameter, and results of subqueries. */
const MADE_BY_TIME = ['since', 'counted', 'changes', 'moved', 'kept', 'steady', 'ranked', 'one', 'near']
const MADE_OF_MARKS = ['liked', 'disliked', 'bookmarked', 'reposted', 'polled', 'voted']
const MADE_OF_NOTIFICATIONS = ['latest', 'unread_groups', 'wanted', 'given']
const MADE_OF_PEOPLE = [
  'broad',
  'extent',
  'exact',
  'own',
  'authors',
  'followed',
  'followers',
  'named',
  'popular',
  'found',
]
const MADE_OF_TAGS = ['walk', 'tagged', 'listed', 'request']
const MADE_OF_SEARCH = ['indexed', 'changed', 'complete', 'candidates', 'edge', 'recent', 'matching', 'seen', 'summed']
const MADE_OF_TREES = ['answers', 'places', 'commented', 'deleted', 'branch', 'part']
const NO_TABLES = new Set([
  'CONSTANT',
  ...MADE_BY_TIME,
  ...MADE_OF_MARKS,
  ...MADE_OF_NOTIFICATIONS,
  ...MADE_OF_PEOPLE,
  ...MADE_OF_TAGS,
  ...MADE_OF_SEARCH,
  ...MADE_OF_TREES,
])

/** The steps of a statement's plan that scan a whole table without an index. */
async function findScans(connection: Connection, statement: Captured): Promise<string[]> {
  const steps = await planOf(connection, statement)
  if (ENGINE === 'postgres') return steps.filter((step) => step.includes('Seq Scan on'))
  return steps.filter((step) => {
    const [, name = '', index] = /^SCAN (\S+)( USING)?/.exec(step) ?? []
    return (
      name !== '' &&
      index === undefined &&
      !step.includes('VIRTUAL TABLE') &&
      !NO_TABLES.has(name) &&
      // The rows of an insert.
      !name.endsWith('-ROW') &&
      !name.startsWith('(')
    )
  })
}

async function planOf(connection: Connection, { sql: text, parameters }: Captured): Promise<string[]> {
  const explain = ENGINE === 'sqlite' ? 'explain query plan' : 'explain'
  const { rows } = await connection.executeQuery<{ detail?: string; 'QUERY PLAN'?: string }>(
    CompiledQuery.raw(`${explain} ${text}`, [...parameters]),
  )
  return rows.map((row) => row.detail ?? row['QUERY PLAN'] ?? '')
}
