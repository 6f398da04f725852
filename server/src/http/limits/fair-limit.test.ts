import { expect, test } from 'vitest'
import { createFairLimit } from './fair-limit.ts'

test('a few at a time, in turns of their owners; too many are refused, and a failure makes room', async () => {
  const limit = createFairLimit<string>(2, 3)
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const run = (work: string) =>
    limit.run(work.slice(0, 1), () => {
      begun.push(work)
      const end = Promise.withResolvers<string>()
      ends.set(work, end)
      return end.promise
    })
  const results = Promise.allSettled(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1'].map(run))
  expect(begun).toEqual(['a1', 'a2'])
  ends.get('a1')?.reject(new Error('no'))
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'b1'])
  for (const work of ['a2', 'b1', 'a3', 'a4']) {
    await expect.poll(() => begun).toContain(work)
    ends.get(work)?.resolve(work)
  }
  expect(await results).toMatchObject([
    { reason: { message: 'no' } },
    { value: 'a2' },
    { value: 'a3' },
    { value: 'a4' },
    // The owner with the most loses a place to another one.
    { reason: { code: 'unavailable' } },
    { reason: { code: 'unavailable' } },
    { value: 'b1' },
  ])
})
