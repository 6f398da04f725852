import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** What one runner reports. Every test is in exactly one of `passed`, `failed` and `notRun`. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly failures: readonly Failure[]
  /** Tests that failed, and passed when they ran again alone: each with its first error. They count as passed. */
  readonly flaky: readonly string[]
  /** Tests that were skipped, each with the reason if there is one. */
  readonly notRun: readonly string[]
  /** The duration of each test file, in milliseconds. */
  readonly files: readonly FileTime[]
}

export interface Failure {
  readonly name: string
  readonly message: string
  /** Where to find it, to run it again; null for what is not a test, such as an error of the runner. */
  readonly place: TestPlace | null
}

export interface TestPlace {
  /** The project of the runner's configuration. */
  readonly project: string
  /** From the root of the repository, or from the folder of the journeys. */
  readonly file: string
  /** With its suites; null for the whole file, when a hook or the file itself failed. */
  readonly title: string | null
}

export interface FileTime {
  readonly name: string
  readonly ms: number
}

export const NO_TESTS: Tally = { passed: 0, failed: 0, failures: [], flaky: [], notRun: [], files: [] }

const LONGEST_MESSAGE = 1_000

/** @param message its start is kept, without a terminal's colours */
export function failure(name: string, message = 'no reason given', place: TestPlace | null = null): Failure {
  return { name, message: stripVTControlCharacters(message).slice(0, LONGEST_MESSAGE), place }
}

/** A skipped test and why, for the end of the run. */
export function notRun(name: string, reason?: string): string {
  return reason === undefined || reason === '' ? name : `${name} (${reason})`
}

/** Reads Playwright's JSON report. */
export function tallyPlaywright(report: unknown): Tally {
  const { stats, errors, suites } = report as {
    stats: { expected: number; unexpected: number }
    errors: { message?: string }[]
    suites: PlaywrightSuite[]
  }
  const tests = suites.flatMap(testsOf)
  return {
    ...NO_TESTS,
    passed: stats.expected,
    failed: stats.unexpected + errors.length,
    failures: [
      ...errors.map(({ message }) => failure('the run', message)),
      ...tests
        .filter(({ status }) => status === 'unexpected')
        .map(({ name, place, results, status }) =>
          failure(name, results.find(({ error }) => error)?.error?.message ?? status, place),
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
  readonly specs: readonly { title: string; file: string; line: number; tests: readonly PlaywrightTest[] }[]
}

interface PlaywrightTest {
  readonly projectName: string
  readonly status: string
  readonly annotations: readonly { type: string; description?: string }[]
  readonly results: readonly { duration: number; error?: { message?: string } }[]
}

interface NamedTest extends PlaywrightTest {
  readonly name: string
  readonly place: TestPlace
}

function testsOf(suite: PlaywrightSuite): NamedTest[] {
  const own = suite.specs.flatMap(({ title, file, line, tests }) =>
    tests.map((test) => ({
      ...test,
      name: `[${test.projectName}] ${file}:${line}: ${title}`,
      place: { project: test.projectName, file, title: `${line}: ${title}` },
    })),
  )
  return [...own, ...(suite.suites ?? []).flatMap(testsOf)]
}

function sumByFile(tests: readonly NamedTest[]): FileTime[] {
  const byFile = Map.groupBy(tests, ({ place }) => `[${place.project}] ${place.file}`)
  return [...byFile].map(([name, tests]) => ({
    name,
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  }))
}

/**
 * The tally of a run's report. A run that succeeded without a test, failed without a failed test or left no report
 * counts as one failure.
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

/** A run with more failures probably has a cause that a second run would only repeat. */
const AGAIN_MAX = 10

/** The failed tests that are to run again, each alone: all, or none. */
export function failedPlaces({ failures }: Tally): TestPlace[] {
  const places = failures.flatMap(({ place }) => place ?? [])
  return failures.length > AGAIN_MAX ? [] : places
}

/** @param again of the run of the failed tests alone. Those that passed are flaky. */
export function mergeAgain(first: Tally, again: Tally): Tally {
  const failsAgain = ({ name, place }: Failure) =>
    place === null ||
    again.notRun.includes(name) ||
    again.failures.some((other) => other.place === null || other.name === name)
  const [failures, flaky] = [first.failures.filter(failsAgain), first.failures.filter((each) => !failsAgain(each))]
  const files = flaky.filter(({ place }) => place?.title === null).map(({ name }) => `${name}: `)
  // Tests behind a hook that failed were skipped. Some are skipped for another reason, also the second time.
  const isOfFile = (name: string) => files.some((file) => name.startsWith(file)) && !again.notRun.includes(name)
  return {
    ...first,
    passed: first.passed + flaky.length - files.length + first.notRun.filter(isOfFile).length,
    failed: failures.length,
    failures,
    flaky: flaky.map(textOf),
    notRun: first.notRun.filter((name) => !isOfFile(name)),
  }
}

export function sumTallies(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
    failures: tallies.flatMap(({ failures }) => failures),
    flaky: tallies.flatMap(({ flaky }) => flaky),
    notRun: tallies.flatMap((tally) => tally.notRun),
    files: tallies.flatMap(({ files }) => files),
  }
}

const SLOWEST = 10

/**
 * The end of the run: the slowest files, what was not run, what is flaky, each failure, and last `N passed, N failed`.
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
    ...tally.flaky.map((each) => `\nflaky: ${each}`),
    ...tally.failures.map((each) => `\n✗ ${textOf(each)}`),
    '',
    `${tally.passed} passed, ${failed} failed`,
  ]
  return { text: lines.join('\n'), isGreen: failed === 0 }
}

/** For the end of a run. */
export function textOf({ name, message }: Failure): string {
  return `${name}\n  ${message.replaceAll('\n', '\n  ')}`
}
