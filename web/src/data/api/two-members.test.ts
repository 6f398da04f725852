import type { Post } from '@quack/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionOf, stubLocalStorage } from '../../../test/local-storage.ts'
import { queryClient } from '../cache/query-client.ts'
import { applyEvent } from '../live/apply-event.ts'
import { provideOutbox } from '../outbox/pending.ts'
import { dropUnknown } from '../posts/post-lists.ts'
import { toggleLike } from '../posts/post-taps.ts'
import { getPost, type LivePost, markPostGone, putPost, withPostTaps } from '../posts/posts.ts'
import { call } from './api.ts'
import { ApiError } from './api-errors.ts'
import { keepPosition, keptPosition } from './position-storage.ts'
import { expireSession, memberOfSession, signIn, signOut } from './session.ts'

/** Two members one after the other in the same tab: the second one has the name of the first, who is gone. */
const ANN = sessionOf('7', 'Ann')
const NEXT = sessionOf('8', 'Ann')

const POST = {
  _id: '1',
  username: 'bob',
  firstName: 'Bob',
  lastName: 'Mallard',
  avatarURL: '',
  content: 'Quack',
  likes: { likeCount: 3, likedByCount: 3, likedBy: [], dislikedBy: [] },
  viewer: { liked: false, disliked: false, bookmarked: false },
} as unknown as Post

let answers: PromiseWithResolvers<Response>[] = []

beforeEach(() => {
  stubLocalStorage()
  answers = []
  vi.stubGlobal('fetch', () => {
    const answer = Promise.withResolvers<Response>()
    answers.push(answer)
    return answer.promise
  })
  signIn(ANN)
  provideOutbox(() => import('../sending/run-outbox.ts'))
})

afterEach(() => {
  // The sender, which other tests share, must not wait for them.
  for (const { reject } of answers) reject(new TypeError('Failed to fetch'))
  signOut()
  vi.unstubAllGlobals()
})

test('what was gone for the first is there for the second', () => {
  markPostGone('1')
  signIn(NEXT)
  putPost(POST)
  expect(getPost('1')).toMatchObject({ content: 'Quack' })
})

test('the first versions that the second is told of are not compared with those of the first', () => {
  applyEvent.relations({ version: 'of Ann' })
  applyEvent.requests({ followRequests: 0, own: 'of Ann' })
  signIn(NEXT)
  const reads = vi.spyOn(queryClient, 'invalidateQueries')
  applyEvent.relations({ version: 'of the next' })
  applyEvent.requests({ followRequests: 0, own: 'of the next' })
  expect(reads).not.toHaveBeenCalled()
  reads.mockRestore()
})

test('a like of the first is neither shown to the second, nor is its answer', async () => {
  putPost(POST)
  toggleLike('1')
  await expect.poll(() => answers).toHaveLength(1)
  signIn(NEXT)
  putPost(POST)
  expect(withPostTaps(getPost('1') as LivePost)).toMatchObject({ viewer: { liked: false } })
  const { viewer } = POST
  answers[0]?.resolve(Response.json({ post: { ...POST, content: 'For Ann', viewer: { ...viewer, liked: true } } }))
  // It is handled once a later request is.
  const later = call('GET /api/meta', {})
  answers[1]?.resolve(Response.json({}))
  await later
  expect(getPost('1')).toMatchObject({ content: 'Quack', viewer: { liked: false } })
})

test('an own post that was refused is dropped once a read does not find it, but not for the second; others at once', async () => {
  const unknown = new ApiError(404, 'postUnknown', [], null)
  putPost({ ...POST, username: 'ann' })
  dropUnknown(unknown, '1')
  expect(getPost('1')).toMatchObject({ content: 'Quack' })
  signIn(NEXT)
  putPost(POST)
  const headers = { 'quack-error-code': 'postUnknown' }
  answers[0]?.resolve(Response.json({ errors: [] }, { status: 404, headers }))
  // It is handled once a later request is.
  const later = call('GET /api/meta', {})
  answers[1]?.resolve(Response.json({}))
  await later
  expect(getPost('1')).toMatchObject({ content: 'Quack' })
  dropUnknown(unknown, '1')
  expect(getPost('1')).toBeNull()
  expect(answers).toHaveLength(2)
})

test('an answer, or a refusal, to the first is not one for the second', async () => {
  const accepted = call('GET /api/account/export' as 'GET /api/meta', {})
  const refused = call('GET /api/account/export' as 'GET /api/meta', {})
  signIn(NEXT)
  answers[0]?.resolve(Response.json({}))
  answers[1]?.resolve(Response.json({ errors: ['Gone.'] }, { status: 404 }))
  await expect(accepted).rejects.toMatchObject({ name: 'AbortError' })
  await expect(refused).rejects.toMatchObject({ name: 'AbortError' })
})

test('where the first has read stays theirs, over the end of their session, and is deleted when they sign out', () => {
  const body = { sort: 'latest', postId: '1', offset: 0, newestId: '1' }
  keepPosition({ member: '#7', body, at: 1, isSent: false })
  expireSession(ANN.token)
  signIn(NEXT)
  expect(keptPosition(memberOfSession() ?? '', 'latest')).toBeNull()
  signIn(ANN)
  expect(keptPosition('#7', 'latest')).toMatchObject({ body })
  signOut()
  expect(Object.keys(localStorage).filter((name) => name.startsWith('position'))).toEqual([])
})
