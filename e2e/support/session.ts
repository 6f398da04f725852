import type { Page } from '@playwright/test'
import type { Member } from './api.ts'

/** The script marks the tab with it. Neither storage nor an address shows it to the product. */
const MARK = 'session written'

/**
 * Writes the session of a member into the storage of an origin, before the first document of the page runs, and never
 * again: a later document of the page finds what the product has left there, and so do other tabs. Playwright's
 * `storageState` would do it in a page of its own, which costs a quarter of a first load.
 */
export async function writeSession(
  page: Page,
  { token, username }: Pick<Member, 'token' | 'username'>,
  origin: string,
) {
  await page.addInitScript(
    ({ entries, origin, mark }) => {
      // The name of a tab stays when it loads another document.
      if (location.origin !== origin || window !== window.top || window.name === mark) return
      window.name = mark
      for (const [name, value] of entries) localStorage.setItem(name, value)
    },
    { entries: Object.entries({ token, username }), origin: new URL(origin).origin, mark: MARK },
  )
}
