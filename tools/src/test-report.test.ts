import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '@quack/testing/run'
import { afterAll, afterEach, expect, test } from 'vitest'
import {
  type Failure,
  failedPlaces,
  failure,
  mergeAgain,
  NO_TESTS,
  readTally,
  summary,
  sumTallies,
  type Tally,
  tallyPlaywright,
  textOf,
} from './test-report.ts'

const folder = mkdtempSync(join(tmpdir(), 'quack-report-'))
const path = join(folder, 'report.json')
afterEach(() => rmSync(path, { force: true }))
afterAll(() => rmSync(folder, { recursive: true }))

const asTally = (report: unknown) => report as Tally

test("Vitest's run is counted: passed, failed, skipped with its reason, files that do not load", async () => {
  const file = (name: string, text: string) => writeFileSync(join(folder, `${name}.test.ts`), text)
  const imports = `import { afterAll, expect, test } from 'vitest'\n`
  file('sums', `${imports}test('adds', () => {})\ntest('divides', () => expect(3).toBe(4))`)
  file('skips', `${imports}test('flies', ({ skip }) => skip('no wings'))\ntest.skip('swims', () => {})`)
  file('broken', `import './nowhere.ts'`)
  file('untidy', `${imports}test('opens', () => {})\nafterAll(() => { throw new Error('cannot close') })`)
  const config = join(folder, 'vitest.config.mjs')
  writeFileSync(config, 'export default { test: { name: "some" } }')
  const reporter = new URL('vitest/tally.reporter.ts', import.meta.url).pathname
  const isGood = await run('vitest', ['run', `--root=${folder}`, `--config=${config}`, `--reporter=${reporter}`], {
    env: { VITEST_TALLY: path },
  })
  expect(isGood).toBe(false)
  const { passed, failed, failures, notRun, files } = readTally(path, asTally, isGood)
  expect({ passed, failed }).toEqual({ passed: 2, failed: 3 })
  expect(failures.map(textOf).toSorted()).toEqual([
    expect.stringMatching(/broken\.test\.ts\n.*nowhere/s),
    expect.stringMatching(/sums\.test\.ts: divides\n.*expected 3 to be 4/s),
    expect.stringMatching(/untidy\.test\.ts\n.*cannot close/s),
  ])
  expect(notRun.toSorted()).toEqual([
    expect.stringMatching(/skips\.test\.ts: flies \(no wings\)$/),
    expect.stringMatching(/skips\.test\.ts: swims$/),
  ])
  expect(files.map(({ name }) => name.replace(/^\[some\] .*\//, '')).toSorted()).toEqual(
    ['broken', 'skips', 'sums', 'untidy'].map((name) => `${name}.test.ts`),
  )
})

test("Playwright's run is counted, and a skipped test says why", () => {
  const spec = (title: string, status: string, { message = '', why = '' } = {}) => ({
    title,
    file: 'b.e2e.ts',
    line: 7,
    tests: [
      {
        projectName: 'phone',
        status,
        annotations: why === '' ? [] : [{ type: 'skip', description: why }],
        results: [{ duration: 200 }, { duration: 300, error: message === '' ? undefined : { message } }],
      },
    ],
  })
  const inner = {
    specs: [
      spec('shows', 'unexpected', { message: '\u001b[31mnot visible' }),
      spec('hides', 'skipped', { why: 'no sandbox' }),
    ],
  }
  const suites = [{ specs: [spec('opens', 'expected')], suites: [inner] }]
  const stats = { expected: 1, unexpected: 1, flaky: 0, skipped: 1 }
  const place = { project: 'phone', file: 'b.e2e.ts', title: '7: shows' }
  expect(tallyPlaywright({ stats, errors: [{ message: 'a port is taken' }], suites })).toEqual({
    ...NO_TESTS,
    passed: 1,
    failed: 2,
    failures: [
      { name: 'the run', message: 'a port is taken', place: null },
      { name: '[phone] b.e2e.ts:7: shows', message: 'not visible', place },
    ],
    notRun: ['[phone] b.e2e.ts:7: hides (no sandbox)'],
    files: [{ name: '[phone] b.e2e.ts', ms: 1_500 }],
  })
})

test('a run without a report, without tests or with an error of its own has failed', () => {
  const tally = (passed: number) => JSON.stringify({ ...NO_TESTS, passed })
  expect(readTally(path, asTally, true)).toMatchObject({ passed: 0, failed: 1 })
  writeFileSync(path, '{"passed": 3, "fai')
  expect(readTally(path, asTally, true)).toMatchObject({ passed: 0, failed: 1 })
  writeFileSync(path, tally(0))
  expect(readTally(path, asTally, true)).toMatchObject({ passed: 0, failed: 1 })
  writeFileSync(path, tally(4))
  expect(readTally(path, asTally, false)).toMatchObject({ passed: 4, failed: 1 })
  expect(readTally(path, asTally, true)).toMatchObject({ passed: 4, failed: 0 })
})

test('the run ends with its ten slowest files, what was not run, and last the line of figures', () => {
  const files = Array.from({ length: 12 }, (_, index) => ({ name: `file ${index}`, ms: index * 1_000 }))
  const tally = sumTallies([
    { ...NO_TESTS, passed: 3, files },
    { ...NO_TESTS, passed: 2, notRun: ['swims (no water)'] },
  ])
  const here = summary(tally, false)
  expect(here.isGreen).toBe(true)
  const lines = here.text.split('\n').map((line) => line.trim())
  expect(lines.filter((line) => line.includes('file '))).toEqual(
    [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((index) => `${index}.0 s  file ${index}`),
  )
  expect(lines).toContain('- swims (no water)')
  expect(lines.at(-1)).toBe('5 passed, 0 failed')

  const inCi = summary(tally, true)
  expect(inCi.isGreen).toBe(false)
  expect(inCi.text.split('\n').at(-1)).toBe('5 passed, 1 failed')
})

/** A failed test, or a failed hook of a file. */
function failed(name: string, title: string | null): Failure {
  return failure(title === null ? name : `${name}: ${title}`, 'first error', { project: 'some', file: name, title })
}

test('a test that fails and passes alone counts as passed, and is listed with its first error', () => {
  const failures = [failed('a', 'wavers'), failed('a', 'breaks'), failed('b', null)]
  const first = {
    ...NO_TESTS,
    passed: 4,
    failed: 3,
    failures,
    notRun: ['b: waits', 'b: swims (no water)', 'c: flies (no wings)'],
  }
  const again = {
    ...NO_TESTS,
    passed: 3,
    failed: 1,
    failures: [failed('a', 'breaks')],
    notRun: ['b: swims (no water)'],
  }
  expect(mergeAgain(first, again)).toEqual({
    ...NO_TESTS,
    passed: 6,
    failed: 1,
    failures: [failures[1]],
    flaky: ['a: wavers\n  first error', 'b\n  first error'],
    notRun: ['b: swims (no water)', 'c: flies (no wings)'],
  })
  expect(summary(mergeAgain(first, again), false).text).toContain('\nflaky: a: wavers\n  first error\n')
})

test('what is not a test, or is not found again, has failed', () => {
  const first = { ...NO_TESTS, failed: 2, failures: [failed('a', 'wavers'), failure('outside of any test', 'thrown')] }
  expect(mergeAgain(first, NO_TESTS)).toMatchObject({ failed: 1, failures: [first.failures[1]] })
  const without = { ...NO_TESTS, failed: 1, failures: [failure('the runner', 'ran no test')] }
  expect(mergeAgain(first, without)).toMatchObject({ passed: 0, failed: 2, flaky: [] })
  expect(mergeAgain(first, { ...NO_TESTS, notRun: ['a: wavers'] })).toMatchObject({ failed: 2, flaky: [] })
})

test('a run with many failures is not repeated', () => {
  const many = (count: number) => ({
    ...NO_TESTS,
    failures: Array.from({ length: count }, (_, at) => failed('a', `${at}`)),
  })
  expect(failedPlaces(many(10))).toHaveLength(10)
  expect(failedPlaces(many(11))).toEqual([])
})
