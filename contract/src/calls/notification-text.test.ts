import { setupI18n } from '@lingui/core'
import { describe, expect, test } from 'vitest'
import { commentOfHash } from '../rules/page-paths.ts'
import {
  notificationExcerpt,
  notificationPath,
  notificationSentence,
  type Say,
  notificationTitle as titleIn,
} from './notification-text.ts'
import type { Notification } from './notifications.ts'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const say: Say = (message, values) => i18n._({ ...message, values })
const notificationTitle = (notification: Notification) => titleIn(notification, say)

const person = (username: string) => ({
  _id: username,
  username,
  firstName: username.charAt(0).toUpperCase() + username.slice(1),
  lastName: 'Duck',
  avatarURL: '',
})
const [ann, bob] = [person('ann'), person('bob.b')]
const POST = { _id: '1', id: 'xYz', excerpt: 'A post' }
const COMMENT = { _id: '2', excerpt: 'A comment' }

const of = (change: Partial<Notification>): Notification => ({
  _id: '9',
  kind: 'like',
  unread: true,
  people: [ann],
  peopleCount: 1,
  post: POST,
  at: '2026-01-31T09:30:00+00:00',
  ...change,
})
const withoutPost = ({ post: _, ...rest }: Notification): Omit<Notification, 'post'> => rest

test('names cannot turn the direction of a title, or have lines', () => {
  const people = [{ ...ann, firstName: 'A\u202enn\u2066', lastName: 'B\r\nob\u2028' }]
  expect(notificationTitle(of({ people }))).toBe('A nn B ob liked your post')
})

describe('the title', () => {
  test.each([
    [[ann], 1, 'Ann Duck liked your post'],
    [[ann, bob], 2, 'Ann Duck and Bob.b Duck liked your post'],
    [[ann, bob], 3, 'Ann Duck and 2 others liked your post'],
    [[ann], 12, 'Ann Duck and 11 others liked your post'],
    [[ann, bob], 9_999, 'Ann Duck and 9,998 others liked your post'],
    [[ann, bob], 10_000, 'Ann Duck and 10,000+ others liked your post'],
    [[ann], 2, 'Ann Duck and 1 other liked your post'],
    [[], 0, 'Somebody liked your post'],
  ])('names %j of %i', (people, peopleCount, title) => {
    expect(notificationTitle(of({ people, peopleCount }))).toBe(title)
  })

  test.each([
    ['repost', 'Ann Duck reposted your post'],
    ['quote', 'Ann Duck quoted your post'],
    ['comment', 'Ann Duck commented on your post'],
    ['answer', 'Ann Duck answered your comment'],
    ['reply', 'Ann Duck commented on a post that you commented on'],
    ['upvote', 'Ann Duck upvoted your comment'],
    ['mention', 'Ann Duck mentioned you in a post'],
    ['follow', 'Ann Duck followed you'],
    ['followRequest', 'Ann Duck asked to follow you'],
    ['poll', 'The poll of Ann Duck has ended'],
  ] as const)('of %s', (kind, title) => {
    expect(notificationTitle(of({ kind }))).toBe(title)
  })

  test('of an own poll names nobody', () => {
    expect(notificationTitle(of({ kind: 'poll', people: [], peopleCount: 0 }))).toBe('Your poll has ended')
  })

  test('of a mention says where it is', () => {
    expect(notificationTitle(of({ kind: 'mention', comment: COMMENT }))).toBe('Ann Duck mentioned you in a comment')
  })

  test('of a report says what came of it', () => {
    const report = { _id: '3', kind: 'post', hasConsequence: true } as const
    const told = { kind: 'report' as const, people: [], peopleCount: 0 }
    expect(notificationTitle(of({ ...told, report }))).toBe('Your report led to action')
    const none = { ...report, hasConsequence: false }
    expect(notificationTitle(of({ ...told, report: none }))).toBe('Your report was looked at: no action was taken')
  })
})

test('the names in a sentence are marked', () => {
  expect(notificationSentence(of({ people: [ann, bob], peopleCount: 2 }), say)).toEqual([
    { text: 'Ann Duck', isName: true },
    { text: ' and ' },
    { text: 'Bob.b Duck', isName: true },
    { text: ' liked your post' },
  ])
})

test('a language decides where the names are', () => {
  const reversed: Say = ({ id }, { first, second, people }) =>
    id === 'notification.people.two' ? `${second}, ${first}` : `Liked by ${people}!`
  expect(notificationSentence(of({ people: [ann, bob], peopleCount: 2 }), reversed)).toEqual([
    { text: 'Liked by ' },
    { text: 'Bob.b Duck', isName: true },
    { text: ', ' },
    { text: 'Ann Duck', isName: true },
    { text: '!' },
  ])
})

test('nothing in a name is taken for a part of a message', () => {
  const people = [{ ...ann, firstName: '{people} # \\u003c' }]
  expect(notificationTitle(of({ people }))).toBe('{people} # \\u003c Duck liked your post')
})

test('the excerpt is of the comment, if there is one', () => {
  expect(notificationExcerpt(of({ comment: COMMENT }), say)).toBe('A comment')
  expect(notificationExcerpt(of({}), say)).toBe('A post')
  expect(notificationExcerpt({}, say)).toBe('')
  const post = { ...POST, excerpt: 'The end', hasWarning: true } as const
  expect(notificationExcerpt({ post }, say)).toBe('Warning: The end')
  expect(notificationExcerpt({ post, comment: COMMENT }, say)).toBe('A comment')
})

test.each([
  [of({}), '/post-detail/xYz'],
  [of({ kind: 'comment', comment: COMMENT }), '/post-detail/xYz#comment-2'],
  [of({ kind: 'answer', comment: COMMENT }), '/post-detail/xYz/comments/2'],
  [withoutPost(of({ kind: 'follow' })), '/profile/ann'],
  [withoutPost(of({ kind: 'follow', peopleCount: 2 })), '/notifications'],
  [withoutPost(of({ kind: 'followRequest' })), '/settings/follow-requests'],
  [withoutPost(of({ kind: 'report', people: [], peopleCount: 0 })), '/settings#reports'],
])('it opens the page of what it is about', (notification, path) => {
  expect(notificationPath(notification)).toBe(path)
})

test.each([
  ['#comment-12', '12'],
  ['#comment-', undefined],
  ['#comment-12x', undefined],
  ['', undefined],
])('the fragment %s names the comment %s', (hash, commentId) => {
  expect(commentOfHash(hash)).toBe(commentId)
})
