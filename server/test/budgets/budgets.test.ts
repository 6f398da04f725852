import { VERSIONS_PAGE } from '@quack/contract/rules/limits'
import { describe, expect } from 'vitest'
import { createCaches } from '../../src/caches.ts'
import { PASSWORD } from '../answers.ts'
import { MINIMAL } from '../client.ts'
import { ENGINE } from '../database.ts'
import { test as base } from '../fixtures.ts'
import { signUp, writePost } from '../members.ts'
import { addPasskey, signInBody } from '../passkeys.ts'
import { quote } from '../quotes.ts'
import { AHEAD_CLOCK } from '../test-clock.ts'
import { insertVersions } from '../versions.ts'
import { STOPPED_CLOCK, WITHOUT_BACKGROUND_WORK } from '../without-background-work.ts'
import { BUDGETS } from './budgets.ts'

const POSTS = 20

const test = base
  // As in production: elsewhere, cached answers are compared with those of plain queries.
  .extend('options', { scope: 'file' }, () => ({
    ...WITHOUT_BACKGROUND_WORK,
    // Each edit leaves a trace.
    clock: { ...STOPPED_CLOCK, now: AHEAD_CLOCK.now },
    createCaches,
  }))
  .extend('author', ({ app }) => signUp(app, { username: 'author', firstName: 'An', lastName: 'Author' }))
  /** They follow the author. */
  .extend('reader', async ({ app, author }) => {
    const reader = await signUp(app, { username: 'reader', firstName: 'A', lastName: 'Reader' })
    await reader.call('POST /api/users/follow/:id', { params: { id: author._id } })
    return reader
  })
  .extend('posts', async ({ author, reader }) => {
    const posts: string[] = []
    for (let count = 0; count < POSTS; count++) posts.push((await writePost(author, `Post ${count + 10}`))._id)
    const [busy = '', quiet = ''] = posts
    await reader.call('POST /api/posts/like/:postId', { params: { postId: busy } })
    const commented = await reader.call('POST /api/comments/add/:postId', {
      params: { postId: busy },
      body: { commentData: { text: 'A comment' } },
      headers: MINIMAL,
    })
    const [comment] = commented.post?.comments ?? []
    const commentId = comment?._id ?? ''
    await author.call('POST /api/comments/upvote/:postId/:commentId', {
      params: { postId: busy, commentId },
    })
    /** `busy` has a like, a comment and a vote on the comment. */
    return { busy, quiet, commentId, all: posts }
  })
  .extend(
    'measure',
    ({ app, reader }) =>
      async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
        const before = app.db.stats().queries_total ?? 0
        const answer = await reader.send({ method, url, headers: MINIMAL, ...(payload && { payload }) })
        expect(answer.status).toBeLessThan(300)
        const queries = (app.db.stats().queries_total ?? 0) - before
        return { queries, bytes: Number(answer.headers['content-length']) }
      },
  )

describe('the cost of each call', () => {
  test('stays within its budget', async ({ app, author, reader, measure, posts: { busy, quiet, commentId, all } }) => {
    const page = `limit=${POSTS}&embed=0`
    const read = async (url: string) => {
      // The second time, readers and authors are cached.
      await measure('GET', url)
      return measure('GET', url)
    }
    const readQuoted = async (url: string) => {
      for (const id of all) await quote(author, id)
      return read(url)
    }
    const readVersions = async () => {
      await insertVersions(app, { postId: busy, commentId }, VERSIONS_PAGE)
      return read(`/api/posts/${busy}/versions`)
    }
    const editOwn = async () => {
      const { _id: own } = await writePost(reader, 'To be edited')
      return measure('POST', `/api/posts/edit/${own}?embed=0`, { postData: { content: 'Edited' } })
    }
    const { key } = await addPasskey(reader)
    const position = { sort: 'latest', offset: 0, age: 0 }
    const costs: Record<keyof typeof BUDGETS, { queries: number; bytes: number }> = {
      homeLatest: await read(`/api/feed?${page}&sort=latest`),
      homeOldest: await read(`/api/feed?${page}&sort=oldest`),
      homeTrending: await read(`/api/feed?${page}&sort=trending`),
      storePosition: await measure('POST', '/api/feed/position', { ...position, postId: quiet, newestId: quiet }),
      homeResume: await read(`/api/feed/resume?${page}&sort=latest&from=setting`),
      homeBetween: await read(`/api/feed/between?${page}&below=${quiet}`),
      explore: await read(`/api/explore?${page}`),
      profile: await read('/api/users/author?embed=0'),
      postPage: await read(`/api/posts/${busy}?embed=20`),
      allPosts: await read('/api/posts'),
      searchPosts: await read(`/api/search/posts?q=post&${page}`),
      searchPeople: await read(`/api/search/people?q=auth&limit=${POSTS}`),
      suggestions: await read('/api/search/suggestions?q=au'),
      createPost: await measure('POST', '/api/posts?embed=0', { postData: { content: 'Another' } }),
      comment: await measure('POST', `/api/comments/add/${quiet}?embed=0`, { commentData: { text: 'Well said' } }),
      like: await measure('POST', `/api/posts/like/${quiet}?embed=0`),
      unlike: await measure('POST', `/api/posts/dislike/${quiet}?embed=0`),
      unfollow: await measure('POST', `/api/users/unfollow/${author._id}?embed=0`),
      follow: await measure('POST', `/api/users/follow/${author._id}?embed=0`),
      putLike: await measure('PUT', `/api/posts/${quiet}/like?embed=0`),
      deleteLike: await measure('DELETE', `/api/posts/${quiet}/like?embed=0`),
      putRepost: await measure('PUT', `/api/posts/${quiet}/repost?embed=0`),
      deleteRepost: await measure('DELETE', `/api/posts/${quiet}/repost?embed=0`),
      deleteFollow: await measure('DELETE', `/api/users/${author._id}/follow?embed=0`),
      putFollow: await measure('PUT', `/api/users/${author._id}/follow?embed=0`),
      putBookmark: await measure('PUT', `/api/posts/${quiet}/bookmark`),
      deleteBookmark: await measure('DELETE', `/api/posts/${quiet}/bookmark`),
      putVote: await measure('PUT', `/api/comments/${busy}/${commentId}/vote?embed=0`, { vote: 'up' }),
      deleteVote: await measure('DELETE', `/api/comments/${busy}/${commentId}/vote?embed=0`),
      waysToSignIn: await read('/api/account/second-factor'),
      passkeys: await read(`/api/account/passkeys?limit=${POSTS}`),
      ownEmail: await read('/api/account/email'),
      logIn: await measure('POST', '/api/auth/login', { username: 'reader', password: PASSWORD }),
      startPasskeySignIn: await measure('POST', '/api/auth/passkey/options'),
      signInWithPasskey: await measure('POST', '/api/auth/passkey', await signInBody(reader, key)),
      createQuote: await measure('POST', '/api/posts?embed=0', { postData: { content: 'A quote', quote: quiet } }),
      allQuotes: await readQuoted('/api/posts'),
      quotes: await read(`/api/posts/${busy}/quotes?${page}`),
      versions: await readVersions(),
      editPost: await editOwn(),
    }
    const over = Object.entries(costs).flatMap(([name, { queries, bytes }]) => {
      const budget = BUDGETS[name as keyof typeof BUDGETS]
      const may = budget.queries[ENGINE]
      return [
        ...(queries > may ? [`${name}: ${queries} queries, ${may} allowed`] : []),
        ...(bytes > budget.bytes ? [`${name}: ${bytes} bytes, ${budget.bytes} allowed`] : []),
      ]
    })
    if (process.env.SHOW_COSTS) process.stdout.write(`${ENGINE} ${JSON.stringify(costs)}\n`)
    expect(over).toEqual([])
  })
})
