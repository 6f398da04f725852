import { expect, test } from 'vitest'
import type { Database } from '../src/database/database.ts'
import { InvalidationLog } from '../src/database/invalidation-log.ts'
import { startTestApp } from './app.ts'
import { signUp, writePost } from './members.ts'

/** Caches that get no invalidations. */
const unheard = (db: Database): Database => ({ ...db, invalidations: new InvalidationLog(), catchUp: () => null })

test('a stale answer fails the test file that received it', async () => {
  const app = await startTestApp({}, unheard)
  const ann = await signUp(app)
  const { _id: postId } = await writePost(ann, 'as it was')
  const read = async () => (await ann.call('GET /api/posts/:postId', { params: { postId } })).post.content
  expect(await read()).toBe('as it was')
  await ann.call('POST /api/posts/edit/:postId', { params: { postId }, body: { postData: { content: 'changed' } } })
  await read()
  await expect(app.close()).rejects.toThrow(/Cached answers were wrong:\nGET \/api\/posts\/\d+/)
})
