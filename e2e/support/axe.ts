import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import { patient } from '@quack/testing/patience'
import type axe from 'axe-core'

/** Tab stops around an open menu. Each passes the focus on as soon as it receives it, which axe cannot know. */
const FOCUS_GUARDS = '[data-base-ui-focus-guard]'
const STANDARD: axe.RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
/** The rules about colours. A theme changes only colours, so the other rules need to run in one theme only. */
const OF_COLOURS: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** Checks the screen with all rules in the dark theme, and with the colour rules in the light one. */
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

/** None of these rules reads style sheets, which axe would fetch again for each run. One reads sound and videos. */
const PRELOAD: axe.PreloadOptions = { assets: ['media'] }

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
