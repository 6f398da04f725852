import { readFileSync } from 'node:fs'

/** How many tests a runner ran. What it left out counts as failed: nothing passes by not being run. */
export interface Tally {
  readonly passed: number
  readonly failed: number
}

/** From the JSON that vitest reports. A file that could not be loaded has no tests and is one failure. */
export function tallyVitest(report: unknown): Tally {
  const { numPassedTests, numTotalTests, testResults } = report as {
    numPassedTests: number
    numTotalTests: number
    testResults: { status: string; assertionResults: unknown[] }[]
  }
  const unloaded = testResults.filter((file) => file.status !== 'passed' && file.assertionResults.length === 0)
  return { passed: numPassedTests, failed: numTotalTests - numPassedTests + unloaded.length }
}

/** From the JSON that Playwright reports. A test that passed only when repeated has failed. */
export function tallyPlaywright(report: unknown): Tally {
  const { stats, errors } = report as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
    errors: unknown[]
  }
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped + errors.length }
}

/**
 * Reads a runner's report. A runner that left no report, ran no test or ended with an error without naming a failed
 * test counts as one failure.
 */
export function readTally(path: string, tally: (report: unknown) => Tally, hasSucceeded: boolean): Tally {
  try {
    const { passed, failed } = tally(JSON.parse(readFileSync(path, 'utf8')))
    const isSilentFailure = failed === 0 && (passed === 0 || !hasSucceeded)
    return { passed, failed: isSilentFailure ? 1 : failed }
  } catch {
    return { passed: 0, failed: 1 }
  }
}
