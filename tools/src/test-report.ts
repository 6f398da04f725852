import { readFileSync } from 'node:fs'

/** How many tests a runner ran. What it left out counts as failed: nothing passes by not being run. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  /** Which tests failed or were left out, each with what was said of it, as far as the report names them. */
  readonly failures: readonly string[]
}

/**
 * From the JSON that vitest reports. A file that could not be loaded, or whose clean-up failed, is one failure, though
 * none of its tests is.
 */
export function tallyVitest(report: unknown): Tally {
  const { numPassedTests, numTotalTests, testResults } = report as {
    numPassedTests: number
    numTotalTests: number
    testResults: VitestFile[]
  }
  const broken = testResults.filter(
    (file) => file.status !== 'passed' && file.assertionResults.every(({ status }) => status === 'passed'),
  )
  return {
    passed: numPassedTests,
    failed: numTotalTests - numPassedTests + broken.length,
    failures: [
      ...broken.map((file) => failure(file.name, file.message)),
      ...testResults.flatMap((file) =>
        file.assertionResults
          .filter((test) => test.status !== 'passed')
          .map((test) => failure(`${file.name}: ${test.fullName}`, test.failureMessages?.[0] ?? test.status)),
      ),
    ],
  }
}

interface VitestFile {
  readonly name: string
  readonly status: string
  readonly message?: string
  readonly assertionResults: readonly { status: string; fullName: string; failureMessages?: string[] | null }[]
}

/** From the JSON that Playwright reports. A test that passed only when repeated has failed. */
export function tallyPlaywright(report: unknown): Tally {
  const { stats, errors, suites } = report as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
    errors: { message?: string }[]
    suites: PlaywrightSuite[]
  }
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
    failures: [...errors.map(({ message }) => failure('the run', message)), ...suites.flatMap(failuresOf)],
  }
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs: readonly { title: string; file: string; tests: readonly PlaywrightTest[] }[]
}

interface PlaywrightTest {
  readonly projectName: string
  readonly status: string
  readonly results: readonly { error?: { message?: string } }[]
}

function failuresOf(suite: PlaywrightSuite): string[] {
  const own = suite.specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status !== 'expected')
      .map(({ projectName, status, results }) =>
        failure(`[${projectName}] ${file}: ${title}`, results.find(({ error }) => error)?.error?.message ?? status),
      ),
  )
  return [...own, ...(suite.suites ?? []).flatMap(failuresOf)]
}

const LONGEST_REASON = 1_000

function failure(name: string, reason = 'no reason given'): string {
  return `${name}\n  ${reason.slice(0, LONGEST_REASON).replaceAll('\n', '\n  ')}`
}

/**
 * Reads a runner's report. A runner that left no report, ran no test or ended with an error without naming a failed
 * test counts as one failure.
 */
export function readTally(path: string, tally: (report: unknown) => Tally, hasSucceeded: boolean): Tally {
  try {
    const { passed, failed, failures } = tally(JSON.parse(readFileSync(path, 'utf8')))
    if (failed > 0 || (passed > 0 && hasSucceeded)) return { passed, failed, failures }
    return { passed, failed: 1, failures: [failure('the runner', 'ended with an error, or ran no test')] }
  } catch (error) {
    return { passed: 0, failed: 1, failures: [failure('the runner', `left no whole report: ${error}`)] }
  }
}
