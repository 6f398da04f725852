import type { Notification } from '@quack/contract'
import { describe, expect, test } from 'vitest'
import type { GroupId } from '../../database/schema.ts'
import { ENGLISH } from '../../locale/languages.ts'
import { acceptsSilent, closeMessage, noticeMessage } from './push-message.ts'
import { planStep } from './push-plan.ts'
import { SUMMARY, type Tag } from './push-tags.queries.ts'

const id = (group: number) => group as GroupId
const tag = (group: number, change: Partial<Tag> = {}): Tag => ({
  ...{ group: id(group), mark: 1, is_held: 0, shown: 0 },
  ...change,
})
/** Groups that are unread, each with the id of its newest event. */
const unread = (newest: Readonly<Record<number, number>>) => ({
  groups: new Map(
    Object.entries(newest).map(([group, event]) => [
      id(Number(group)),
      { id: id(Number(group)), kind: 'like' as const, newest: event },
    ]),
  ),
  unread: Object.keys(newest).length,
})

describe('the next message', () => {
  test('is about the oldest of what is new', () => {
    const { step } = planStep([tag(1), tag(2)], unread({ 1: 20, 2: 10 }))
    expect(step).toMatchObject({ kind: 'notice', tag: { group: 2 }, group: { newest: 10 } })
  })

  test('is none if the device shows the latest event that is left', () => {
    const shown = tag(1, { shown: 10 })
    expect(planStep([shown], unread({ 1: 10 }))).toEqual({ step: null, settled: [shown] })
  })

  test('is none about what is gone and was never shown', () => {
    expect(planStep([tag(1)], unread({}))).toEqual({ step: null, settled: [tag(1)] })
  })

  test('closes what is gone, after what is new', () => {
    const tags = [tag(1, { shown: 5 }), tag(2), tag(SUMMARY, { shown: 7 })]
    expect(planStep(tags, unread({ 2: 10 })).step).toMatchObject({ kind: 'notice', tag: { group: 2 } })
    expect(planStep(tags, unread({})).step).toMatchObject({ kind: 'close', tags: [{ group: 1 }, { group: SUMMARY }] })
  })

  test.each([
    [2, 1, 'summary'],
    [1, 1, 'notice'],
    [5, 0, 'notice'],
    [6, 0, 'summary'],
  ] as const)('about %i, of which quiet hours held back %i, is a %s', (count, held, kind) => {
    const ids = Array.from({ length: count }, (_, index) => index + 1)
    const tags = ids.map((group) => tag(group, { is_held: group <= held ? 1 : 0 }))
    expect(planStep(tags, unread(Object.fromEntries(ids.map((group) => [group, group])))).step?.kind).toBe(kind)
  })
})

test('a message with the longest names and texts is smaller than 3 KB', () => {
  const person = { _id: '9'.repeat(16), username: 'u'.repeat(30), avatarURL: '' }
  const name = { firstName: '鴨'.repeat(50), lastName: '鴨'.repeat(50) }
  const notification: Notification = {
    _id: '9'.repeat(16),
    kind: 'reply',
    unread: true,
    people: [
      { ...person, ...name },
      { ...person, ...name },
    ],
    peopleCount: 2,
    post: { _id: '9'.repeat(16), id: 'x'.repeat(12), excerpt: '' },
    comment: { _id: '9'.repeat(16), excerpt: `${'\u0001'.repeat(160)}…` },
    at: '2026-01-31T09:30:00+00:00',
  }
  expect(Buffer.byteLength(noticeMessage(notification, { unread: 100, say: ENGLISH.say }, true).payload)).toBeLessThan(
    3_000,
  )
  const groups = Array.from({ length: 50 }, () => Number.MAX_SAFE_INTEGER)
  expect(Buffer.byteLength(closeMessage(groups, 100).payload)).toBeLessThan(3_000)
})

test('messages that show nothing are not sent to Safari, which would withdraw its permission', () => {
  expect(acceptsSilent('https://web.push.apple.com/abc')).toBe(false)
  expect(acceptsSilent('https://fcm.googleapis.com/fcm/send/abc')).toBe(true)
  expect(acceptsSilent('https://push.apple.com.example/abc')).toBe(true)
})
