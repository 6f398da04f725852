import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ERRORS } from '@quack/contract'
import { describe, expect } from 'vitest'
import type { Database } from '../src/database/database.ts'
import { createIdSource } from '../src/database/ids.ts'
import { openPostgres } from '../src/database/postgres/postgres.ts'
import { openSqlite } from '../src/database/sqlite/sqlite.ts'
import { openCable } from './cable.ts'
import { createTestLocation, ENGINE } from './database.ts'
import { test as base } from './fixtures.ts'
import { writePost } from './members.ts'
import { refusal } from './refusals.ts'

/** A database that can be made to fail writes, and to work again. */
interface Breakable {
  readonly db: Database
  break(): Promise<void>
  mend(): Promise<void>
  drop(): Promise<void>
}

const test = base
  .extend('engine', { scope: 'file' }, async ({ fileDirectory }, { onCleanup }) => {
    const engine = await (ENGINE === 'postgres'
      ? breakablePostgres(fileDirectory)
      : breakableSqlite(join(fileDirectory, 'quack.sqlite')))
    onCleanup(() => engine.drop())
    return engine
  })
  .extend('options', { scope: 'file' }, ({ engine }) => ({ db: engine.db }))
  .extend('post', ({ ann }) => {
    return (content: string) => ann.call('POST /api/posts', { body: { postData: { content } } })
  })
  .extend('contents', ({ ann }) => {
    return async () => (await ann.call('GET /api/feed')).posts.map((each) => each.content)
  })

describe('a database that is temporarily away', () => {
  test('is reported as unavailable, and everything works once it is back', async ({
    app,
    ann,
    contents,
    engine,
    post,
  }) => {
    const { _id: postId } = await writePost(ann, 'before')
    await engine.break()
    const answer = await ann.send({ method: 'POST', url: '/api/posts', payload: { postData: { content: 'lost' } } })
    expect(answer).toMatchObject({ status: 503, body: { errors: [ERRORS.unavailable.message] } })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(await ann.refuse('POST /api/posts/like/:postId', { params: { postId } })).toEqual(refusal('unavailable'))
    expect(await app.visitor.send({ url: '/healthz' })).toMatchObject({ status: 200 })

    await engine.mend()
    expect(await contents()).toEqual(['before'])
    await post('after')
    expect(await contents()).toEqual(['after', 'before'])
    expect((await ann.call('GET /api/posts/:postId', { params: { postId } })).post.likes.likeCount).toBe(0)
  })

  test('makes the server not ready if it cannot be read either', async ({ app, ann, engine }) => {
    await engine.break()
    const isReadable = ENGINE === 'sqlite'
    const { status } = await ann.send({ url: '/api/feed' })
    expect(status).toBe(isReadable ? 200 : 503)
    expect(await app.visitor.send({ url: '/readyz' })).toMatchObject({ status: isReadable ? 200 : 503 })
    await engine.mend()
    expect(await app.visitor.send({ url: '/readyz' })).toMatchObject({ status: 200 })
  })

  test('in the middle of a transaction rolls it back completely', async ({ ann, engine }) => {
    const { _id: postId } = await writePost(ann, 'half')
    const isAway = engine.db.write(async (transaction) => {
      await transaction.updateTable('posts').set({ like_count: 7 }).where('content', '=', 'half').execute()
      if (ENGINE === 'postgres') await engine.break()
      else throw new Error('the process ends here')
      await transaction.updateTable('posts').set({ comment_count: 7 }).where('content', '=', 'half').execute()
    })
    await expect(isAway).rejects.toThrow()
    await engine.mend()
    const { post: present } = await ann.call('GET /api/posts/:postId', { params: { postId } })
    expect(present).toMatchObject({ commentCount: 0, likes: { likeCount: 0 } })
  })
})

/** A PostgreSQL server behind a connection that can be cut. crash/crash.long.test.ts kills one. */
async function breakablePostgres(directory: string): Promise<Breakable> {
  const { location, drop } = await createTestLocation(directory)
  if (!('url' in location)) throw new Error('This is not PostgreSQL.')
  const url = new URL(location.url)
  const cable = await openCable(Number(url.port), url.hostname)
  url.host = `127.0.0.1:${cable.port}`
  const db = await openPostgres(url.href, createIdSource(1), () => undefined)
  return {
    db,
    break: cable.cut,
    mend: cable.mend,
    async drop() {
      await cable.mend()
      await db.close()
      await cable.cut()
      await drop()
    },
  }
}

/** A SQLite file that another program locks for longer than the server waits. */
async function breakableSqlite(file: string): Promise<Breakable> {
  const db = await openSqlite(file, createIdSource(1), { lockTimeoutMs: 50 })
  const other = new DatabaseSync(file)
  return {
    db,
    async break() {
      other.exec('begin immediate')
    },
    async mend() {
      if (other.isTransaction) other.exec('rollback')
    },
    async drop() {
      other.close()
      await db.close()
    },
  }
}
