import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { patient } from '../../tools/src/patience.ts'

/** Stops of the Tab key around an open menu: each hands the focus on the moment it gets it, which axe cannot see. */
const FOCUS_GUARDS = '[data-base-ui-focus-guard]'
const STANDARD: axe.RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
/** The rules of the standard that look at colours. A theme changes nothing else, so no other rule can tell them apart. */
const OF_COLOURS: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** Looks at what is on the screen: at all of it in the dark theme, at its colours in the light one too. */
export async function expectNoBarriers(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, STANDARD)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoViolations(page, OF_COLOURS)
}

/** Asked again for a while: rows of a list are hidden for the moment in which they are measured, and nameless to axe then. */
async function expectNoViolations(page: Page, rules: axe.RunOnly): Promise<void> {
  await expect.poll(() => listViolations(page, rules), { timeout: patient(60_000) }).toBe('')
}

async function listViolations(page: Page, runOnly: axe.RunOnly): Promise<string> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ({ exclude, runOnly }) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const { violations } = await axe.run({ exclude }, { runOnly, resultTypes: ['violations'] })
      return violations
        .map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((node) => node.html).join('\n')}`)
        .join('\n\n')
    },
    { exclude: [[FOCUS_GUARDS]], runOnly },
  )
}
