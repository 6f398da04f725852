import type { Post, PostState } from '@quack/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signIn, signOut } from '../api/session.ts'
import type { PEOPLE_TAPS } from '../members/people.ts'
import { provideOutbox, tap } from '../outbox/pending.ts'
import { isTapPending, toggleLike, voteInPoll } from '../posts/post-taps.ts'
import { getPost, putPost, withPostTaps } from '../posts/posts.ts'
import { applyEvent } from './apply-event.ts'

/** A post as the server answers it. */
function post(_id: string, liked = false): Post {
  const likeCount = liked ? 4 : 3
  return {
    _id,
    id: `p${_id}`,
    username: 'ann',
    firstName: 'Ann',
    lastName: 'Mallard',
    avatarURL: '',
    content: 'Quack',
    mentions: [],
    mediaUrl: '',
    type: '',
    alt: '',
    media: null,
    likes: { likeCount, likedByCount: likeCount, likedBy: [], dislikedBy: [] },
    comments: [],
    commentCount: 0,
    viewer: { liked, disliked: false, bookmarked: false },
    createdAt: '2026-01-01T00:00:00+00:00',
    updatedAt: '2026-01-01T00:00:00+00:00',
  }
}

/** A new text, a comment, and likes of which one may be the viewer's. */
function event(_id: string): PostState {
  const edited = { content: 'Changed', mediaUrl: '', type: '' as const, alt: '', media: null, lang: '', mentions: [] }
  return {
    _id,
    commentCount: 1,
    updatedAt: '2026-01-02T00:00:00+00:00',
    likes: { likeCount: 9, likedByCount: 9 },
    edited: {
      ...edited,
      furtherPictures: [],
      ...{ warning: '', warnedBy: '', sensitive: false, editedAt: '' },
      whoMayComment: 'everyone',
      whoMayRepost: 'everyone',
      whoMayQuote: 'everyone',
    },
  }
}

const CHANGED = { content: 'Changed', commentCount: 1, viewer: { liked: true } }

let answers: PromiseWithResolvers<Response>[] = []

beforeEach(() => {
  answers = []
  vi.stubGlobal('fetch', () => {
    const answer = Promise.withResolvers<Response>()
    answers.push(answer)
    return answer.promise
  })
  signIn({ token: 'of bob', username: 'bob' })
  provideOutbox(() => import('../sending/run-outbox.ts'))
})

afterEach(() => {
  // The sender, which other tests share, must not wait for them.
  for (const { reject } of answers) reject(new TypeError('Failed to fetch'))
  signOut()
  vi.unstubAllGlobals()
})

test('of an event that comes while a like is sent, all is shown but the count of likes', async () => {
  putPost(post('7'))
  toggleLike('7')
  applyEvent.post(event('7'))
  const known = getPost('7')
  expect(known && withPostTaps(known)).toMatchObject({ ...CHANGED, likes: { likeCount: 4 } })
})

test('an event that comes after the answer of a like is shown at once, with its count', async () => {
  putPost(post('8'))
  toggleLike('8')
  await expect.poll(() => answers).toHaveLength(1)
  answers[0]?.resolve(Response.json({ post: { ...post('8', true), content: 'Answer' } }))
  await expect.poll(() => getPost('8')).toMatchObject({ content: 'Answer' })
  // It ends with the render that shows the answer, a moment later.
  await expect.poll(() => isTapPending('like', '8')).toBe(false)
  applyEvent.post(event('8'))
  expect(getPost('8')).toMatchObject({ ...CHANGED, likes: { likeCount: 9 } })
})

test('whom the viewer is asking to follow is read again after the first event, which may tell of the answer', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address)
    const headers = { 'quack-error-code': 'memberUnknown' }
    return Promise.resolve(Response.json({ errors: [] }, { status: 404, headers }))
  })
  const names = { firstName: 'Eve', lastName: 'Duck', avatarURL: '' }
  const subject = { _id: '9', username: 'eve', ...names }
  tap<typeof PEOPLE_TAPS>({ kind: 'follow', target: 'eve', body: 'requested', basedOn: 'none', subject })
  applyEvent.requests({ followRequests: 0, own: '0-0' })
  await expect.poll(() => asked).toContainEqual(expect.stringContaining('/api/users/9/follow'))
  await expect.poll(() => asked).toContainEqual(expect.stringMatching(/^\/api\/users\/eve\?/))
})

test('the results of a poll move, but while a vote is sent; of another version, there is no vote', () => {
  const asked = { options: ['a', 'b'], multiple: false, mayChange: true, endsAt: '2026-01-02T00:00:00+00:00' }
  const poll = { ...asked, showResults: 'always' as const, version: 1, results: { votes: [0, 0], voterCount: 0 } }
  const { edited: _, ...state } = event('30')
  const now = { ...state, updatedAt: post('30').updatedAt }
  const shown = () => {
    const known = getPost('30')
    return known && withPostTaps(known)
  }
  putPost({ ...post('30'), poll })
  applyEvent.post({ ...now, poll: { ...poll, results: { votes: [3, 0], voterCount: 3 } } })
  expect(shown()?.poll?.results).toEqual({ votes: [3, 0], voterCount: 3 })
  voteInPoll('30', [1])
  // Whether it has the vote is not known.
  applyEvent.post({ ...now, poll: { ...poll, results: { votes: [3, 1], voterCount: 4 } } })
  expect(shown()?.poll?.results).toEqual({ votes: [3, 1], voterCount: 4 })
  expect(shown()?.viewer.poll?.choices).toEqual([1])
  applyEvent.post({ ...now, poll: { ...poll, version: 2 } })
  expect(shown()?.poll?.results).toEqual({ votes: [0, 0], voterCount: 0 })
  expect(shown()?.viewer.poll).toBeUndefined()
  const hidden = { ...asked, showResults: 'voted' as const, version: 2 }
  applyEvent.post({ ...now, poll: hidden, pollResults: { votes: [1, 0], voterCount: 1 } })
  expect(shown()?.viewer.poll).toEqual({ choices: [], results: { votes: [1, 0], voterCount: 1 } })
  applyEvent.post(now)
  expect(shown()?.poll).toBeUndefined()
})

test('a change of a quoted post shows where it is quoted, as do its end, its count, and that it was withdrawn', () => {
  const { comments: _, likes: __, commentCount: ___, updatedAt, viewer: ____, mentions: _____, ...quoted } = post('20')
  for (const id of ['21', '22']) putPost({ ...post(id), quote: { post: quoted } })
  putPost(post('20'))
  const quoteOf = (id: string) => getPost(id)?.quote
  const state = { commentCount: 0, updatedAt, likes: { likeCount: 3, likedByCount: 3 } }

  applyEvent.post({ ...event('20'), quoteCount: 2 })
  expect(getPost('20')?.quoteCount).toBe(2)
  for (const id of ['21', '22']) expect(quoteOf(id)?.post?.content).toBe('Changed')
  applyEvent.post({ ...state, _id: '21', isQuoteWithdrawn: true })
  expect([quoteOf('21'), quoteOf('22')?.post?._id]).toEqual([{}, '20'])
  applyEvent.post({ ...event('20') })
  expect(getPost('20')?.quoteCount).toBeUndefined()
  applyEvent.delete({ _id: '20' })
  expect(quoteOf('22')).toEqual({})
})

test('a post that was hidden is no longer said to be once it is shown again', () => {
  putPost(post('1'))
  const { edited: _, ...state } = { ...event('1'), updatedAt: post('1').updatedAt }
  applyEvent.post({ ...state, hidden: true })
  expect(getPost('1')?.hidden).toBe(true)
  applyEvent.post(state)
  expect(getPost('1')?.hidden).toBeUndefined()
})

test('a card that has come or changed is read; one that is gone is not shown any more', async () => {
  putPost(post('9'))
  const { edited: _, ...state } = event('9')
  const now = { ...state, updatedAt: post('9').updatedAt }
  const cardUpdatedAt = '2026-11-20T10:00:00+00:00'
  applyEvent.post({ ...now, cardUpdatedAt })
  expect(getPost('9')).not.toHaveProperty('card.title')
  const card = { url: 'https://site.test/', title: 'A duck', description: '', site: 'Ponds', updatedAt: cardUpdatedAt }
  answers[0]?.resolve(Response.json({ post: { ...post('9'), card } }))
  await vi.waitFor(() => expect(getPost('9')?.card).toEqual(card))
  applyEvent.post({ ...now, cardUpdatedAt, commentCount: 2 })
  expect(getPost('9')?.card).toEqual(card)
  expect(answers).toHaveLength(1)
  applyEvent.post({ ...now, cardUpdatedAt: '2026-12-04T10:00:00+00:00' })
  expect(answers).toHaveLength(2)
  applyEvent.post(now)
  expect(getPost('9')?.card).toBeUndefined()
})
