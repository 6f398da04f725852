import { readFileSync } from 'node:fs'

/** What one runner reports. Every test is in exactly one of `passed`, `failed` and `notRun`. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  /** The failed tests, each with its message. */
  readonly failures: readonly string[]
  /** Tests that were skipped, each with the reason if there is one. */
  readonly notRun: readonly string[]
  /** The duration of each test file, in milliseconds. */
  readonly files: readonly FileTime[]
}

export interface FileTime {
  readonly name: string
  readonly ms: number
}

export const NO_TESTS: Tally = { passed: 0, failed: 0, failures: [], notRun: [], files: [] }

/** Reads Playwright's JSON report. A test that passed only on a retry has failed. */
export function tallyPlaywright(report: unknown): Tally {
  const { stats, errors, suites } = report as {
    stats: { expected: number; unexpected: number; flaky: number }
    errors: { message?: string }[]
    suites: PlaywrightSuite[]
  }
  const tests = suites.flatMap(testsOf)
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    failures: [
      ...errors.map(({ message }) => failure('the run', message)),
      ...tests
        .filter(({ status }) => status !== 'expected' && status !== 'skipped')
        .map(({ name, results, status }) =>
          failure(name, results.find(({ error }) => error)?.error?.message ?? status),
        ),
    ],
    notRun: tests
      .filter(({ status }) => status === 'skipped')
      .map(({ name, annotations }) => notRun(name, annotations.find(({ type }) => type === 'skip')?.description)),
    files: sumByFile(tests),
  }
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs: readonly { title: string; file: string; tests: readonly PlaywrightTest[] }[]
}

interface PlaywrightTest {
  readonly projectName: string
  readonly status: string
  readonly annotations: readonly { type: string; description?: string }[]
  readonly results: readonly { duration: number; error?: { message?: string } }[]
}

interface NamedTest extends PlaywrightTest {
  readonly name: string
  readonly file: string
}

function testsOf(suite: PlaywrightSuite): NamedTest[] {
  const own = suite.specs.flatMap(({ title, file, tests }) =>
    tests.map((test) => ({ ...test, file, name: `[${test.projectName}] ${file}: ${title}` })),
  )
  return [...own, ...(suite.suites ?? []).flatMap(testsOf)]
}

function sumByFile(tests: readonly NamedTest[]): FileTime[] {
  const byFile = Map.groupBy(tests, ({ projectName, file }) => `[${projectName}] ${file}`)
  return [...byFile].map(([name, of]) => ({
    name,
    ms: of.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  }))
}

const LONGEST_REASON = 1_000

/** A failed test and why, for the end of the run. */
export function failure(name: string, reason = 'no reason given'): string {
  return `${name}\n  ${reason.slice(0, LONGEST_REASON).replaceAll('\n', '\n  ')}`
}

/** A skipped test and why, for the end of the run. */
export function notRun(name: string, reason?: string): string {
  return reason === undefined || reason === '' ? name : `${name} (${reason})`
}

/**
 * Reads a runner's report. A runner that left no report, ran no test or exited with an error without naming a failed
 * test counts as one failure.
 */
export function readTally(path: string, tally: (report: unknown) => Tally, hasSucceeded: boolean): Tally {
  try {
    const read = tally(JSON.parse(readFileSync(path, 'utf8')))
    if (read.failed > 0 || (read.passed > 0 && hasSucceeded)) return read
    return { ...read, failed: 1, failures: [failure('the runner', 'exited with an error, or ran no test')] }
  } catch (error) {
    return { ...NO_TESTS, failed: 1, failures: [failure('the runner', `left no readable report: ${error}`)] }
  }
}

export function sumTallies(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
    failures: tallies.flatMap(({ failures }) => failures),
    notRun: tallies.flatMap((tally) => tally.notRun),
    files: tallies.flatMap(({ files }) => files),
  }
}

const SLOWEST = 10

/**
 * The end of the run: the slowest files, what was not run, each failure, and last `N passed, N failed`.
 * @param isStrict counts what was not run as failed
 */
export function summary(tally: Tally, isStrict: boolean): { readonly text: string; readonly isGreen: boolean } {
  const slowest = [...tally.files].sort((a, b) => b.ms - a.ms).slice(0, SLOWEST)
  const failed = tally.failed + (isStrict ? tally.notRun.length : 0)
  const lines = [
    ...(slowest.length > 0 ? ['', 'The slowest files:'] : []),
    ...slowest.map(({ name, ms }) => `  ${(ms / 1_000).toFixed(1).padStart(6)} s  ${name}`),
    ...(tally.notRun.length > 0 ? ['', isStrict ? 'Not run, which fails with CI set:' : 'Not run:'] : []),
    ...tally.notRun.map((name) => `  - ${name}`),
    ...tally.failures.map((each) => `\n✗ ${each}`),
    '',
    `${tally.passed} passed, ${failed} failed`,
  ]
  return { text: lines.join('\n'), isGreen: failed === 0 }
}
