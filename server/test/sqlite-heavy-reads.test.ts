import type { Worker } from 'node:worker_threads'
import pino from 'pino'
import { describe, expect, onTestFinished } from 'vitest'
import { createCaches } from '../src/caches.ts'
import { startTestApp } from './app.ts'
import { test as base } from './fixtures.ts'
import { signUp, type TestMember, writePost } from './members.ts'
import { asRefusal, refusal } from './refusals.ts'
import { WITHOUT_BACKGROUND_WORK } from './without-background-work.ts'

const test = base
  // As in production: elsewhere, reads are repeated without caches.
  .extend('options', { scope: 'file' }, () => ({ ...WITHOUT_BACKGROUND_WORK, createCaches }))
  /** How many statements a request has in the thread, and on the thread that answers. */
  .extend('statementsOf', ({ app }) => async (member: TestMember, url: string) => {
    const read = () => {
      const { queries_total: all = 0, heavy_queries_total: heavy = 0 } = app.db.stats()
      return [heavy, all - heavy] as const
    }
    const before = read()
    const { status, body } = await member.send({ url })
    expect(status).toBe(200)
    const [heavy, others] = read()
    return { heavy: heavy - before[0], others: others - before[1], body: body as { nextCursor?: string } }
  })

describe('heavy reads', () => {
  test.for([
    '/api/search/posts?q=duck',
    '/api/search/people?q=an',
    '/api/search/tags?q=pond',
    '/api/search/suggestions?q=po',
  ])('have their statements in the thread: %s', async (path, { ann, statementsOf }) => {
    await writePost(ann, 'a duck on the #pond')
    expect((await statementsOf(ann, `${path}&embed=0`)).heavy).toBeGreaterThan(0)
  })

  test('are feeds with muted words, what is counted for them, and later pages of trending', async ({
    ann,
    statementsOf,
  }) => {
    for (const content of ['one', 'two', 'three']) await writePost(ann, content)
    const [latest, trending] = ['/api/feed?embed=0&limit=1&sort=latest', '/api/feed?embed=0&limit=1&sort=trending']
    expect(await statementsOf(ann, latest)).toMatchObject({ heavy: 0 })
    const { heavy, body } = await statementsOf(ann, trending)
    expect(heavy).toBe(0)
    expect(await statementsOf(ann, `${trending}&cursor=${body.nextCursor}`)).toMatchObject({ heavy: 1 })

    await ann.call('POST /api/muted-words', { body: { phrase: 'goose', action: 'hide', duration: 'always' } })
    expect((await statementsOf(ann, latest)).heavy).toBeGreaterThan(0)
    expect((await statementsOf(ann, '/api/feed/resume?embed=0&limit=1')).heavy).toBeGreaterThan(0)
  })

  test('find what was just written, and nothing that was just deleted', async ({ ann }) => {
    const find = async () => {
      const { posts } = await ann.call('GET /api/search/posts', { query: { q: 'from:me swan', embed: 0 } })
      return posts.map(({ _id }) => _id)
    }
    const written: string[] = []
    for (let count = 0; count < 5; count++) {
      written.unshift((await writePost(ann, `swan ${count}`))._id)
      expect(await find()).toEqual(written)
    }
    await ann.call('DELETE /api/posts/:postId', { params: { postId: written.shift() ?? '' } })
    expect(await find()).toEqual(written)
  })

  test('are refused as if the database were away if their thread ends, and answered by the next one', async () => {
    const app = await startTestApp({ ...WITHOUT_BACKGROUND_WORK, logger: pino({ enabled: false }) })
    onTestFinished(() => app.close())
    const ann = await signUp(app)
    process.once('worker', (thread: Worker) => void thread.terminate())
    const search = { url: '/api/search/people?q=ann' }
    expect(asRefusal(await ann.send(search))).toEqual(refusal('unavailable'))
    expect(await ann.send(search)).toMatchObject({ status: 200 })
  })
})
