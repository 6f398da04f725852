import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

const WIDTHS = { 390: 844, 768: 1024, 1440: 900 } as const
const THEMES = ['dark', 'light'] as const

interface Options {
  /** Whether to include what is below the viewport. */
  fullPage?: boolean
  /** Runs before each picture, for example to scroll to the same position again. */
  before?: () => Promise<unknown>
}

/** Takes the screen at every width in both themes, as `screenshots/NAME-WIDTH-THEME.png`. */
export async function shoot(page: Page, name: string, { fullPage = false, before }: Options = {}): Promise<void> {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme })
    for (const [width, height] of Object.entries(WIDTHS)) {
      await page.setViewportSize({ width: Number(width), height })
      await before?.()
      await settle(page)
      const path = fileURLToPath(new URL(`../../screenshots/${name}-${width}-${colorScheme}.png`, import.meta.url))
      await page.screenshot({ path, fullPage, animations: 'disabled', caret: 'initial' })
    }
  }
}

/** Waits until all pictures and fonts of the screen have loaded, including those for a new width. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isNear = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return bottom > 0 && top < innerHeight
    }
    return [...document.images].filter(isNear).every((image) => image.complete)
  })
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  // Two frames. Playwright asks for them also while the page's clock stands still.
  const frames = await page.evaluateHandle(() => ({ count: 0 }))
  await page.waitForFunction((of) => ++of.count > 2, frames)
}
