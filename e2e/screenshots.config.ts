import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

/**
 * `npm run docs:screenshots`: takes screens and dialogs at three widths in both themes, for review, and regenerates
 * pictures of the documentation.
 */
const product = [tests.webServer ?? []].flat().at(-1)
if (product === undefined) throw new Error('playwright.config.ts starts no product')

export default defineConfig({
  ...tests,
  testDir: 'screenshots',
  testMatch: '*.shot.ts',
  webServer: { ...product, timeout: 10 * 60_000, reuseExistingServer: true },
  globalTimeout: 40 * 60_000,
  timeout: 10 * 60_000,
  expect: { timeout: 60_000 },
  projects: [{ name: 'desktop', use: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' } }],
})
