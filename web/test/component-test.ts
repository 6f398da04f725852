import { MemberApi, overFetch } from '@quack/testing/member-api'
import { test as base, expect, inject } from 'vitest'
import { commands } from 'vitest/browser'
import { leaveNothing } from './render-screen.tsx'

/**
 * Component tests: one screen of the client, in a browser, against one real server. `name.component.test.tsx` lies
 * beside the code that it tests.
 *
 *     test('a post needs text', async ({ api }) => {
 *       await renderScreen('/', { member: await api.signUp(), size: 'phone' })
 *       const form = page.getByRole('form', { name: 'New post' })
 *       await expect.element(form.getByRole('button', { name: 'Post', exact: true })).toBeDisabled()
 *     })
 *
 * - `test` and `makePerson` are from here; `expect`, `describe`, `vi` from 'vitest'; `page`, `userEvent` from
 *   'vitest/browser'.
 * - `api` makes members and posts by HTTP, as in the journeys. All tests share the server, which has no demo: look only
 *   for what the test has made.
 * - `renderScreen(path, { member, size })` renders the real routes. `screen.open(path)` goes elsewhere; links work as
 *   well, and `location.pathname` is the client's address.
 * - What waits is awaited: `await expect.element(locator).toBeVisible()`; `not.toBeInTheDocument()` for what is gone;
 *   `expect.poll` for what is no element.
 * - Late and failing answers: requests.ts. `holdBack` returns a gate: `arrived()`, then `open()`. Paths begin with
 *   `^\/api\/`.
 * - Live events: live.ts. A page without a network: network.ts; one that nobody looks at: visibility.ts. Roles:
 *   moderated.ts, with a server of its own.
 * - A toast: toast.ts, which counts only toasts that appear from now on. Cards, files and saved clicks: posts.ts. A
 *   device without storage: `blockStorage`.
 * - A part of the browser may be a stub (`vi.stubGlobal('Notification', …)`), before `renderScreen`; time is
 *   `vi.setSystemTime`. No part of Quack may. Stubs and timers are restored after the test.
 * - The page is laid out but transparent: nothing is drawn, and pictures are for the journeys.
 * - An error in the console fails the test. `noise.expect(/status of 404/)` allows it; `noise.hear(/ApiError/)` asks
 *   for it.
 *
 * A journey (e2e/tests) is needed for: a real reload or a first load, the built files, the service worker and push
 * messages, two pages or devices at the same time, stopping or configuring the server, the demo and its guest, pages
 * rendered by the server.
 * A page runs the tests of many files, one after the other, and the modules of the client stay loaded: what a test
 * leaves in them would reach the next one. `leaveNothing` (render-screen.tsx) ends it, as `screen.reload()` does within
 * a test.
 */
export { type Member, type MemberApi, makePerson, type Person, type Post } from '@quack/testing/member-api'

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
          expect.poll(() => commands.takeNoise(pattern.source), { message: `in the console: ${pattern}` }).toBe(true),
      })
      await leaveNothing()
      const heard = await commands.endTest(expected.map(({ source }) => source))
      expect(heard, 'errors in the console').toEqual([])
    },
    { auto: true },
  ],
})

/** A test for `npm run test:long` alone: one of several of its kind. */
export function longTest(title: string, body: (fixtures: Fixtures) => Promise<void>): void {
  if (inject('isLong')) test(title, ({ api, noise }) => body({ api, noise }))
}
