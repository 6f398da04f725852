import { defineConfig } from '@playwright/test'
import gate from './playwright.config.ts'

/**
 * `npm run bench:photo`: measures the time from choosing a photo of 12 megapixels to seeing it. Needs a quiet machine.
 */
const product = [gate.webServer ?? []].flat().at(-1)
if (product === undefined) throw new Error('playwright.config.ts starts no product')

export default defineConfig({
  ...gate,
  testDir: 'measure',
  testMatch: 'photo.ts',
  testIgnore: [],
  workers: 1,
  webServer: product,
  projects: (gate.projects ?? []).filter((project) => project.name === 'desktop'),
})
