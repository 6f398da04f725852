import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { signUp, type TestMember, writePost } from '../../test/members.ts'
import { KeptAnswers } from './kept-answers.ts'

const FEED = '/api/feed?limit=20&embed=0'

describe('kept answers', () => {
  let app: TestApp
  let kept: KeptAnswers | null = null
  let ann: TestMember
  let bob: TestMember
  let eve: TestMember
  let postId: string

  beforeAll(async () => {
    app = await startTestApp({
      keepAnswers(log) {
        kept = new KeptAnswers(log)
        return kept
      },
    })
    ;[ann, bob, eve] = [await signUp(app), await signUp(app), await signUp(app)]
    postId = (await writePost(bob, 'of Bob'))._id
    await ann.call('POST /api/users/follow/:id', { params: { id: bob._id } })
  })
  afterAll(() => app.close())

  /** Ann's feed, and whether it was sent as it was kept. */
  async function read(headers: Record<string, string> = {}) {
    const before = kept?.answers.hits ?? 0
    const answer = await app.app.inject({ url: FEED, headers: { authorization: String(ann.token), ...headers } })
    const isKept = (kept?.answers.hits ?? 0) > before
    return { status: answer.statusCode, body: answer.body, etag: answer.headers.etag, isKept }
  }

  test('are for one node: where others write to the same database, nothing is kept', () => {
    expect(kept === null).toBe(app.db.engine === 'postgres')
  })

  test('one that still holds is sent again, as it was', async () => {
    const first = await read()
    // A page of posts costs little to make: it is kept once it was asked for twice.
    const second = await read()
    const third = await read()
    expect([second.body, third.body]).toEqual([first.body, first.body])
    expect([second.etag, third.etag]).toEqual([first.etag, first.etag])
    expect(third.isKept).toBe(app.db.changes !== null)
  })

  test.each<[string, (of: { postId: string }) => Promise<unknown>]>([
    ['a like of its post', (of) => eve.call('POST /api/posts/like/:postId', { params: of })],
    ['a like taken back', (of) => eve.call('POST /api/posts/dislike/:postId', { params: of })],
    [
      'a comment',
      (of) => eve.call('POST /api/comments/add/:postId', { params: of, body: { commentData: { text: 'hm' } } }),
    ],
    [
      'an edit',
      (of) => bob.call('POST /api/posts/edit/:postId', { params: of, body: { postData: { content: 'new' } } }),
    ],
    ['a post of one followed', () => writePost(bob, 'another')],
    ['a new face of the author', () => bob.call('POST /api/users/edit', { body: { userData: { bio: 'I am Bob' } } })],
    ['a bookmark', (of) => ann.call('POST /api/users/bookmark/:id', { params: { id: of.postId } })],
    ['another follow', () => ann.call('POST /api/users/follow/:id', { params: { id: eve._id } })],
  ])('%s has it made anew', async (_, change) => {
    await read()
    await read()
    await change({ postId })
    expect((await read()).isKept).toBe(false)
  })

  test('what does not concern it leaves it be', async () => {
    const dora = await signUp(app)
    await read()
    await read()
    const other = await writePost(dora, 'nobody follows Dora')
    await dora.call('POST /api/posts/like/:postId', { params: { postId: other._id } })
    await dora.call('POST /api/users/follow/:id', { params: { id: bob._id } })
    expect((await read()).isKept).toBe(app.db.changes !== null)
  })

  test('a reader who has it gets it by name alone', async () => {
    const { etag } = await read()
    if (!app.db.changes) return expect(etag).toBeUndefined()
    const headers = { 'if-none-match': String(etag) }
    expect(await read(headers)).toMatchObject({ status: 304, body: '' })
    await writePost(bob, 'one more')
    expect(await read(headers)).toMatchObject({ status: 200 })
  })

  test('a write of another process has everything made anew', async () => {
    await read()
    const other = await app.database.reopen()
    await other.write((transaction) => transaction.updateTable('posts').set({ content: 'censored' }).execute())
    await other.close()
    expect((await read()).body).toContain('censored')
  })
})
