import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import { FOCUS_GUARDS, OF_COLOURS, PRELOAD, STANDARD } from '@quack/testing/accessibility-rules'
import { patient } from '@quack/testing/patience'
import type axe from 'axe-core'

/** Checks the screen with the rules of WCAG in the dark theme, and with those about colours in the light one. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, STANDARD)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoViolations(page, OF_COLOURS)
}

/** Polls: a virtual list hides rows while it measures them, and hidden rows have no accessible name. */
async function expectNoViolations(page: Page, rules: axe.RunOnly): Promise<void> {
  await expect.poll(() => listViolations(page, rules), { timeout: patient(60_000) }).toBe('')
}

/** Half the size of the file with comments; it is sent to each page. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function listViolations(page: Page, runOnly: axe.RunOnly): Promise<string> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(SOURCE)
  return page.evaluate(
    async ({ exclude, runOnly, preload }) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const hasMedia = document.querySelector('audio, video') !== null
      const options = { runOnly, preload: hasMedia && preload, resultTypes: ['violations' as const] }
      const { violations } = await axe.run({ exclude }, options)
      return violations
        .map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((node) => node.html).join('\n')}`)
        .join('\n\n')
    },
    { exclude: [[FOCUS_GUARDS]], runOnly, preload: PRELOAD },
  )
}
