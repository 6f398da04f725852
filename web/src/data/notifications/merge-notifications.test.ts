import type { Notification } from '@quack/contract'
import { describe, expect, test } from 'vitest'
import { type LoadedNotifications, withNewest, withNext } from './notifications.ts'

/** @param at the second of its latest event */
const entry = (id: string, at: number, peopleCount = 1): Notification => ({
  _id: id,
  kind: 'like',
  unread: false,
  people: [],
  peopleCount,
  at: `2026-01-31T09:30:${String(at).padStart(2, '0')}+00:00`,
})

function list(entries: Notification[], nextCursor: string | null = null): LoadedNotifications {
  return { entries, nextCursor, latest: '9', unread: 0 }
}

const idsOf = ({ entries }: LoadedNotifications) => entries.map(({ _id }) => _id)

describe('the beginning, loaded again,', () => {
  test('is the list if nothing was loaded', () => {
    const newest = list([entry('a', 9)], 'next')
    expect(withNewest(undefined, newest)).toBe(newest)
  })

  test('comes before what was loaded below it, also of the same second, which keeps its end', () => {
    const known = list([entry('b', 8), entry('c', 8), entry('d', 6)], 'after d')
    const merged = withNewest(known, list([entry('a', 9), entry('b', 8)], 'after b'))
    expect(idsOf(merged)).toEqual(['a', 'b', 'c', 'd'])
    expect(merged.nextCursor).toBe('after d')
  })

  test('has a notification with new events once, in its new place', () => {
    const known = list([entry('a', 9), entry('b', 8), entry('c', 7)], 'after c')
    const merged = withNewest(known, list([entry('c', 10, 2), entry('a', 9)], 'after a'))
    expect(idsOf(merged)).toEqual(['c', 'a', 'b'])
    expect(merged.entries[0]?.peopleCount).toBe(2)
  })

  test('is without what was undone', () => {
    const known = list([entry('a', 9), entry('b', 8), entry('c', 7), entry('d', 6)], 'after d')
    expect(idsOf(withNewest(known, list([entry('a', 9), entry('c', 7)], 'after c')))).toEqual(['a', 'c', 'd'])
  })

  test('is the whole list if it has the end', () => {
    const known = list([entry('a', 9), entry('b', 8)], 'after b')
    const newest = list([entry('a', 9)])
    expect(withNewest(known, newest)).toBe(newest)
  })

  test('has its own end if nothing was loaded below it', () => {
    const known = list([entry('a', 9), entry('b', 8)], 'after b')
    const merged = withNewest(known, list([entry('b', 8), entry('c', 7)], 'after c'))
    expect(merged).toMatchObject({ nextCursor: 'after c' })
    expect(idsOf(merged)).toEqual(['b', 'c'])
  })

  test('says how many are unread, and what the latest is', () => {
    const known = list([entry('a', 9), entry('b', 8)], 'after b')
    const newest = { ...list([entry('a', 9)], 'after a'), unread: 3, latest: '12' }
    expect(withNewest(known, newest)).toMatchObject({ unread: 3, latest: '12' })
  })
})

describe('the next page', () => {
  test('follows, without what is in the list already', () => {
    const known = list([entry('a', 9), entry('b', 8)], 'after b')
    const merged = withNext(known, list([entry('b', 8), entry('c', 7)], 'after c'), 'after b')
    expect(idsOf(merged)).toEqual(['a', 'b', 'c'])
    expect(merged.nextCursor).toBe('after c')
  })

  test('of another end than the present one is ignored', () => {
    const known = list([entry('a', 9)], 'after a')
    expect(withNext(known, list([entry('c', 7)]), 'after b')).toBe(known)
  })
})
