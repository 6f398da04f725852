import { defineConfig } from '@playwright/test'
import gate from './playwright.config.ts'

/**
 * What takes minutes, and a quiet machine: a thousand posts in Explore, and what each frame costs.
 * `npm run e2e -- --config=e2e/long.config.ts`
 */
export default defineConfig({
  ...gate,
  testIgnore: [],
  testMatch: 'explore-long.e2e.ts',
  workers: 1,
  projects: (gate.projects ?? []).filter((project) => project.name === 'desktop'),
})
