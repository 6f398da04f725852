import { defineConfig } from '@playwright/test'
import tests from './playwright.config.ts'

/** `npm run screenshots` makes the pictures of the documents anew, from the built product and its demo. */
const [product] = [tests.webServer ?? []].flat()
if (product === undefined) throw new Error('playwright.config.ts starts no product')

export default defineConfig({
  ...tests,
  testDir: 'screenshots',
  testMatch: '*.shot.ts',
  webServer: product,
  projects: [{ name: 'desktop', use: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' } }],
})
