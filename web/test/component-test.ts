import { MemberApi, overFetch } from '@quack/testing/member-api'
import { test as base, expect } from 'vitest'
import { commands } from 'vitest/browser'
import { leaveNothing } from './render-screen.tsx'

export { type Member, makePerson, type Person, type Post } from '@quack/testing/member-api'

interface Noise {
  /** Allows errors in the console that the test provokes: the browser logs every answer with status 400 or above. */
  expect: (...patterns: RegExp[]) => void
  /** Waits for an error in the console that the product writes, and takes it out. */
  hear: (pattern: RegExp) => Promise<void>
}

interface Fixtures {
  api: MemberApi
  noise: Noise
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads what a fixture needs from its first parameter
  api: async ({}, use) => use(new MemberApi(overFetch())),

  noise: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const expected: RegExp[] = []
      await commands.startTest()
      await use({
        expect: (...patterns) => void expected.push(...patterns),
        hear: (pattern) =>
          expect.poll(() => commands.takeNoise(pattern.source), `in the console: ${pattern}`).toBe(true),
      })
      await leaveNothing()
      const heard = await commands.endTest(expected.map(({ source }) => source))
      expect(heard, 'errors in the console').toEqual([])
    },
    { auto: true },
  ],
})
