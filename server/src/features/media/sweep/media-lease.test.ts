import { afterEach, expect, vi } from 'vitest'
import { test } from '../../../../test/fixtures.ts'
import type { Database } from '../../../database/database.ts'
import { withMediaLease } from './media-lease.ts'
import { isMediaLeased } from './sweep.queries.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a lease that is being renewed when the work ends is given back after that', async ({ app }) => {
  const held = Promise.withResolvers<void>()
  const renewed = Promise.withResolvers<void>()
  const ended: number[] = []
  let begun = 0
  const write: Database['write'] = async (work) => {
    const number = ++begun
    if (number === 2) {
      renewed.resolve()
      await held.promise
    }
    const value = await app.db.write(work)
    ended.push(number)
    return value
  }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const work = withMediaLease({ ...app.db, write }, async () => {
    vi.advanceTimersByTime(60_000)
    await renewed.promise
    // After the end of the work, and after what would follow it at once.
    setImmediate(() => setImmediate(held.resolve))
  })
  await work
  await expect.poll(() => ended).toEqual([1, 2, 3])
  expect(await isMediaLeased(app.db.read, Date.now())).toBe(false)
})
