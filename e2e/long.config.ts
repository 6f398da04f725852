import { defineConfig } from '@playwright/test'
import gate from './playwright.config.ts'

/**
 * The long test: Explore and Home with a thousand posts, and the cost of each frame. It needs minutes and a quiet
 * machine. `npm run bench:long-list`
 */
export default defineConfig({
  ...gate,
  testIgnore: [],
  testMatch: 'long-lists.e2e.ts',
  workers: 1,
  projects: (gate.projects ?? []).filter((project) => project.name === 'desktop'),
})
