import { expect } from 'vitest'
import { test } from '../../test/fixtures.ts'
import { signUp } from '../../test/members.ts'
import { AHEAD_MAX_MS, createIdSource, idAtTime, timeOfId } from './ids.ts'
import { openDatabase } from './open/open.ts'
import type { MemberId, PostId } from './schema.ts'

const NOW = Date.UTC(2026, 0, 1)
const HOUR = 60 * 60_000

test('ids continue after the one of a clock that ran ahead, until this one has caught up', () => {
  let now = NOW
  const [first, second] = [1, 0].map((node) => createIdSource(node, () => now))
  if (!first || !second) throw new Error('There are two sources.')
  const ahead = idAtTime(NOW + HOUR) + 4_095
  expect([first, second].map((source) => source.continueAfter(ahead))).toEqual([true, true])
  let last = ahead
  for (const source of [first, second, first, second]) {
    now += 10_000
    const id = source.next()
    expect(id).toBeGreaterThan(last)
    last = id
  }
  now = NOW + 3 * HOUR
  expect(timeOfId(first.next())).toBe(now)
})

test('a clock that goes back meanwhile repeats no id', () => {
  let now = NOW
  const ids = createIdSource(1, () => now)
  ids.continueAfter(idAtTime(NOW + HOUR))
  const before = ids.next()
  now -= HOUR
  expect(ids.next()).toBeGreaterThan(before)
})

test('an id of the past, or of the far future, changes nothing', () => {
  const ids = createIdSource(1, () => NOW)
  expect(ids.continueAfter(0)).toBe(true)
  expect(ids.continueAfter(idAtTime(NOW - HOUR))).toBe(true)
  expect(ids.continueAfter(idAtTime(NOW + AHEAD_MAX_MS + 1))).toBe(false)
  expect(ids.continueAfter(Number.MAX_SAFE_INTEGER)).toBe(false)
  expect(timeOfId(ids.next())).toBe(NOW)
})

test('after a start, a new post is above one of a clock that ran ahead', async ({ ownApp }) => {
  const ann = await signUp(ownApp)
  const [ahead, far] = [HOUR, 2 * AHEAD_MAX_MS].map((time) => idAtTime(Date.now() + time) as PostId)
  if (!ahead || !far) throw new Error('There are two ids.')
  const rest = { author_id: Number(ann._id) as MemberId, content: 'Early', media_url: '', media_type: '' as const }
  const insert = (id: PostId) =>
    ownApp.db.write((transaction) =>
      transaction
        .insertInto('posts')
        .values({ id, public_id: `p${id}`, ...rest, media_name: null, updated_at: Date.now() })
        .execute(),
    )
  await insert(ahead)
  const again = await ownApp.database.reopen()
  expect(again.ids.next()).toBeGreaterThan(ahead)
  await again.close()

  await insert(far)
  const told: string[] = []
  const opened = await openDatabase(ownApp.database.location, ({ message }) => told.push(message))
  expect(told).toEqual([expect.stringMatching(/by a clock that was wrong/)])
  expect(opened.ids.next()).toBeLessThan(ahead)
  await opened.close()
})
