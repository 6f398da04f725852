import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createIdSource } from '../src/database/ids.ts'
import { prepared } from '../src/database/prepared.ts'
import { connect } from '../src/database/sqlite/connection.ts'
import { openSqlite } from '../src/database/sqlite/sqlite.ts'
import { startTestApp, type TestApp } from './app.ts'
import { ENGINE } from './database.ts'
import { holdLock, type LockHolder } from './lock-holder.ts'
import { signUp } from './members.ts'
import { isWriteWaiting } from './waiting-writes.ts'

/** Longer than these tests take, and shorter than their timeout. In milliseconds. */
const PATIENCE = 60_000

describe('while another process has the lock', () => {
  let directory: string
  let file: string
  let holder: LockHolder | null

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'quack-locked-'))
    file = join(directory, 'quack.sqlite')
    holder = null
  })
  afterEach(async () => {
    await holder?.release()
    await rm(directory, { recursive: true, force: true })
  })

  test('writes wait for the lock and then succeed, and other requests are answered meanwhile', async () => {
    const own = ENGINE === 'sqlite' ? await openSqlite(file, createIdSource(1), { lockTimeoutMs: PATIENCE }) : null
    const app = await startTestApp(own ? { db: own } : {})
    const ann = await signUp(app)
    holder = await lockForWriting(app, file)
    const contents = ['one', 'two', 'three']
    const posts = contents.map((content) => watch(ann.call('POST /api/posts', { body: { postData: { content } } })))
    while (!(await isWriteWaiting(app.dependencies.db)) && !posts.some((post) => post.isSettled())) await nextTurn()
    await turns()
    expect(await app.visitor.send({ url: '/healthz' })).toMatchObject({ status: 200 })
    expect(await app.visitor.send({ url: '/readyz' })).toMatchObject({ status: 200 })
    expect((await ann.call('GET /api/feed')).posts).toEqual([])
    expect(posts.map((post) => post.isSettled())).toEqual([false, false, false])

    await holder.release()
    await Promise.all(posts.map((post) => post.result))
    const feed = await ann.call('GET /api/feed')
    expect(feed.posts.map((post) => post.content).toSorted()).toEqual(contents.toSorted())
    await app.close()
    await own?.close()
  })

  test('reads from SQLite wait for the lock and then succeed', async () => {
    await (await openSqlite(file, createIdSource(1))).close()
    holder = await holdLock(file, 'whole')
    const connection = connect(file, PATIENCE, 1)
    const query = prepared((db) => db.selectFrom('settings').select('key'))
    const reads = [
      watch(connection.kysely.selectFrom('settings').select('key').execute()),
      watch(query.all(connection.kysely, {})),
    ]
    await turns()
    expect(reads.map((read) => read.isSettled())).toEqual([false, false])

    await holder.release()
    for (const { result } of reads) expect(await result).toEqual([{ key: 'media-kept-until' }])
    await connection.close()
  })

  test('caches of a SQLite file that cannot be read count as invalid', async () => {
    await (await openSqlite(file, createIdSource(1))).close()
    holder = await holdLock(file, 'whole')
    const connection = connect(file, PATIENCE, 1)
    const versions = [connection.readVersion(), connection.readVersion()]
    expect(new Set(versions).size).toBe(2)
    await holder.release()
    const version = connection.readVersion()
    expect(versions).not.toContain(version)
    expect(connection.readVersion()).toBe(version)
    await connection.close()
  })

  test('a start on SQLite waits for the lock and then migrates', async () => {
    holder = await holdLock(file, 'whole')
    const opening = watch(openSqlite(file, createIdSource(1), { lockTimeoutMs: PATIENCE }))
    await turns()
    expect(opening.isSettled()).toBe(false)
    await holder.release()
    const db = await opening.result
    expect(await db.read.selectFrom('members').select('id').execute()).toEqual([])
    await db.close()
  })

  test('a start on SQLite reports why it failed after waiting too long', async () => {
    holder = await holdLock(file, 'whole')
    const opening = openSqlite(file, createIdSource(1), { lockTimeoutMs: 0 })
    await expect(opening).rejects.toThrow('The database is locked by another process.')
  })
})

/** A promise, and whether it has settled. */
function watch<T>(result: Promise<T>) {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  result.then(settle, settle)
  return { result, isSettled: () => isSettled }
}

/** Waits for many turns of the event loop. A call that blocks it would have ended by then. */
async function turns(): Promise<void> {
  for (let count = 0; count < 100; count++) await nextTurn()
}

/** On PostgreSQL, another session locks the table that is written. */
async function lockForWriting(app: TestApp, file: string): Promise<LockHolder> {
  const { DATABASE_URL } = app.database.env
  if (DATABASE_URL === undefined) return holdLock(file, 'writing')
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  await client.query('begin')
  await client.query('lock table posts in exclusive mode')
  let released: Promise<void> | null = null
  return {
    release: () => {
      released ??= client.end()
      return released
    },
  }
}
