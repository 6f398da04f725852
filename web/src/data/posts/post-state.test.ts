import { describe, expect, it } from 'vitest'
import { type LiveComment, withVote } from '../comments/comments.ts'
import { type LivePost, withBookmark, withLike, withPollVote } from './posts.ts'

const post: LivePost = {
  _id: '1',
  id: 'p1',
  username: 'ann',
  firstName: 'Ann',
  lastName: 'Mallard',
  avatarURL: '',
  content: 'Quack',
  mediaUrl: '',
  alt: '',
  type: '',
  media: null,
  commentCount: 0,
  createdAt: '2026-01-01T00:00:00+00:00',
  updatedAt: '2026-01-01T00:00:00+00:00',
  likes: { likeCount: 3, likedByCount: 3 },
  viewer: { liked: false, disliked: true, bookmarked: false },
}

const comment: LiveComment = {
  _id: '2',
  username: 'ann',
  firstName: 'Ann',
  lastName: 'Mallard',
  avatarURL: '',
  text: 'Yes',
  createdAt: '2026-01-01T00:00:00+00:00',
  updatedAt: '2026-01-01T00:00:00+00:00',
  votes: { upvoteCount: 1, downvoteCount: 1 },
  viewer: { upvoted: false, downvoted: false },
}

describe('a like', () => {
  it('adds one and removes a dislike', () => {
    expect(withLike(post, true)).toMatchObject({
      likes: { likeCount: 4, likedByCount: 4 },
      viewer: { liked: true, disliked: false },
    })
  })

  it('that is removed is a dislike, and the count is never negative', () => {
    const liked = { ...post, likes: { likeCount: 0, likedByCount: 1 }, viewer: { ...post.viewer, liked: true } }
    expect(withLike(liked, false)).toMatchObject({
      likes: { likeCount: 0, likedByCount: 0 },
      viewer: { liked: false, disliked: true },
    })
  })

  it('that is applied twice counts once', () => {
    const once = withLike(post, true)
    expect(withLike(once, true)).toBe(once)
  })
})

it('a bookmark changes only the bookmark', () => {
  expect(withBookmark(post, true)).toEqual({ ...post, viewer: { ...post.viewer, bookmarked: true } })
  expect(withBookmark(post, false)).toBe(post)
})

describe('a vote in a poll', () => {
  const asked = { options: ['a', 'b', 'c'], multiple: true, mayChange: true, showResults: 'voted' as const }
  const poll = { ...asked, endsAt: '2026-01-02T00:00:00+00:00', version: 2 }
  const results = { votes: [1, 2, 0], voterCount: 2 }
  const open: LivePost = { ...post, poll: { ...poll, results } }
  const hidden: LivePost = { ...post, poll, viewer: { ...post.viewer, poll: { choices: [], results } } }

  it('is counted once, in the results that the viewer sees; another one takes its place', () => {
    const once = withPollVote(open, { choices: [0, 2], version: 2 })
    expect(once.poll?.results).toEqual({ votes: [2, 2, 1], voterCount: 3 })
    expect(once.viewer.poll?.choices).toEqual([0, 2])
    expect(withPollVote(once, { choices: [0, 2], version: 2 })).toBe(once)
    const other = withPollVote(once, { choices: [1], version: 2 })
    expect(other.poll?.results).toEqual({ votes: [1, 3, 0], voterCount: 3 })
    const { viewer } = withPollVote(hidden, { choices: [1], version: 2 })
    expect(viewer.poll).toEqual({ choices: [1], results: { votes: [1, 3, 0], voterCount: 3 } })
  })

  it('changes nothing without a choice, in another version, or after the end', () => {
    expect(withPollVote(open, { choices: [], version: 2 })).toBe(open)
    expect(withPollVote(open, { choices: [1], version: 1 })).toBe(open)
    const ended: LivePost = { ...open, poll: { ...poll, ended: true, results } }
    expect(withPollVote(ended, { choices: [1], version: 2 })).toBe(ended)
  })
})

describe('a vote', () => {
  it('is added to one side', () => {
    expect(withVote(comment, 'up').votes).toEqual({ upvoteCount: 2, downvoteCount: 1 })
  })

  it('is removed from the other side', () => {
    const down = withVote(withVote(comment, 'up'), 'down')
    expect(down.votes).toEqual({ upvoteCount: 1, downvoteCount: 2 })
    expect(down.viewer).toEqual({ upvoted: false, downvoted: true })
  })

  it('that is taken back leaves nothing', () => {
    expect(withVote(withVote(comment, 'down'), 'none')).toEqual(comment)
  })
})
