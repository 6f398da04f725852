import type { Comment } from '@quack/contract'
import { beforeEach, expect, test } from 'vitest'
import { queryClient } from '../cache/query-client.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { type CommentPages, type LiveComment, takeComment } from './comments.ts'
import { addComment, dropComment, patchComment } from './edit-comments.ts'

const AUTHOR = { username: 'ada', firstName: 'Ada', lastName: 'Duck', avatarURL: '' }
const TIMES = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }

function make(id: string, answering?: string, more: Partial<Comment> = {}): Comment {
  const votes = { upvotedBy: [], downvotedBy: [], upvoteCount: 0, downvoteCount: 0 }
  const place = answering === undefined ? {} : { answering: { _id: answering } }
  return { _id: id, ...AUTHOR, text: `Text of ${id}`, ...TIMES, votes, ...place, ...more }
}

function show(key: readonly string[], ...pages: CommentPages['pages']): void {
  queryClient.setQueryData<CommentPages>(key, { pages, pageParams: pages.map(() => undefined) })
}

const line = ({ _id, hidden, answerCount = 0, answers = [] }: LiveComment): string =>
  `${hidden === 'everyone' ? '-' : _id} ${answerCount}${answers.length > 0 ? `: ${answers.map(line).join(', ')}` : ''}`
const lines = (key: readonly string[]): string[] =>
  queryClient.getQueryData<CommentPages>(key)?.pages.flatMap(({ comments }) => comments.map(line)) ?? []

const LIST = queryKeys.comments('p')
const BRANCH = queryKeys.branch('p', '1')

beforeEach(() => {
  queryClient.clear()
  const answers = [make('2', '1', { answerCount: 2 }), make('3', '2', { answerCount: 1 }), make('4', '1')]
  const first = takeComment({ ...make('1', undefined, { answerCount: 5 }), answers })
  show(LIST, { comments: [takeComment(make('9')), first], nextCursor: null })
  const inBranch = [takeComment({ ...make('2', '1', { answerCount: 2 }), answers: [make('3', '2')] })]
  show(BRANCH, { postId: 'p', head: [takeComment(make('1'))], comments: inBranch, nextCursor: null })
})

test('a new comment is at the top of the list alone', () => {
  addComment('p', make('10'))
  expect(lines(LIST)).toEqual(['10 0', '9 0', '1 5: 2 2, 3 1, 4 0'])
  expect(lines(BRANCH)).toEqual(['2 2: 3 0'])
})

test('a new answer stands below what it answers, after the answers that are shown, and is counted', () => {
  addComment('p', make('10', '2'))
  addComment('p', make('11', '3'))
  expect(lines(LIST)).toEqual(['9 0', '1 7: 2 4, 3 2, 11 0, 10 0, 4 0'])
  expect(lines(BRANCH)).toEqual(['2 4: 3 1, 11 0, 10 0'])
  addComment('p', make('12', '1'))
  addComment('p', make('12', '1'))
  expect(lines(LIST)).toEqual(['9 0', '1 8: 2 4, 3 2, 11 0, 10 0, 4 0, 12 0'])
  expect(lines(BRANCH)).toEqual(['2 4: 3 1, 11 0, 10 0', '12 0'])
})

test('a deleted comment leaves its place while answers stand below', () => {
  dropComment('p', '2')
  expect(lines(LIST)).toEqual(['9 0', '1 4: - 2, 3 1, 4 0'])
  dropComment('p', '1')
  expect(lines(LIST)).toEqual(['9 0', '- 4: - 2, 3 1, 4 0'])
  dropComment('p', '4')
  dropComment('p', '9')
  expect(lines(LIST)).toEqual(['- 3: - 2, 3 1'])
  expect(lines(BRANCH)).toEqual(['- 2: 3 0'])
})

test('places without answers go', () => {
  show(LIST, {
    comments: [takeComment({ ...make('1', undefined, { answerCount: 1 }), answers: [make('2', '1')] })],
    nextCursor: null,
  })
  dropComment('p', '1')
  expect(lines(LIST)).toEqual(['- 1: 2 0'])
  dropComment('p', '2')
  expect(lines(LIST)).toEqual([])
})

test('a change is shown in the list and in branches', () => {
  patchComment('p', '3', (comment) => ({ ...comment, text: 'Changed' }))
  const texts = [LIST, BRANCH].map((key) => JSON.stringify(queryClient.getQueryData(key)).match(/Changed/g)?.length)
  expect(texts).toEqual([1, 1])
})
