import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { readTally, tallyPlaywright, tallyVitest } from './test-report.ts'

const folder = mkdtempSync(join(tmpdir(), 'quack-report-'))
const path = join(folder, 'report.json')
afterEach(() => rmSync(path, { force: true }))
afterAll(() => rmSync(folder, { recursive: true }))

const vitest = (passed: number, total: number, testResults: unknown[] = []) => ({
  numPassedTests: passed,
  numTotalTests: total,
  testResults,
})

test('what was left out counts as failed', () => {
  expect(tallyVitest(vitest(8, 10))).toMatchObject({ passed: 8, failed: 2 })
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }
  expect(tallyPlaywright({ stats, errors: [], suites: [] })).toMatchObject({ passed: 5, failed: 4 })
})

test('a file that could not be loaded, or left behind in disorder, is a failure', () => {
  const unloaded = { name: 'a.test.ts', status: 'failed', message: 'no such module', assertionResults: [] }
  expect(tallyVitest(vitest(3, 3, [unloaded]))).toEqual({
    passed: 3,
    failed: 1,
    failures: ['a.test.ts\n  no such module'],
  })
  const disorderly = {
    ...unloaded,
    message: 'cannot close',
    assertionResults: [{ status: 'passed', fullName: 'adds' }],
  }
  expect(tallyVitest(vitest(1, 1, [disorderly]))).toEqual({
    passed: 1,
    failed: 1,
    failures: ['a.test.ts\n  cannot close'],
  })
})

test('what failed is named, with what was said of it', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'counts' },
    { status: 'failed', fullName: 'adds', failureMessages: ['expected 3 to be 4\n    at a.test.ts:7'] },
    { status: 'skipped', fullName: 'divides', failureMessages: [] },
  ]
  const file = { name: 'a.test.ts', status: 'failed', assertionResults }
  expect(tallyVitest(vitest(1, 3, [file])).failures).toEqual([
    'a.test.ts: adds\n  expected 3 to be 4\n      at a.test.ts:7',
    'a.test.ts: divides\n  skipped',
  ])

  const spec = (title: string, status: string, message?: string) => ({
    title,
    file: 'b.e2e.ts',
    tests: [
      { projectName: 'phone', status, results: [{}, { error: message === undefined ? undefined : { message } }] },
    ],
  })
  const inner = { specs: [spec('shows', 'unexpected', 'not visible'), spec('hides', 'skipped')] }
  const suites = [{ specs: [spec('opens', 'expected')], suites: [inner] }]
  const stats = { expected: 1, unexpected: 1, flaky: 0, skipped: 1 }
  expect(tallyPlaywright({ stats, errors: [{ message: 'a port is taken' }], suites }).failures).toEqual([
    'the run\n  a port is taken',
    '[phone] b.e2e.ts: shows\n  not visible',
    '[phone] b.e2e.ts: hides\n  skipped',
  ])
})

test('a run without a report, without tests or with an error of its own has failed', () => {
  expect(readTally(path, tallyVitest, true)).toMatchObject({ passed: 0, failed: 1 })
  writeFileSync(path, '{"numPassedTests": 3, "numTot')
  expect(readTally(path, tallyVitest, true)).toMatchObject({ passed: 0, failed: 1 })
  writeFileSync(path, JSON.stringify(vitest(0, 0)))
  expect(readTally(path, tallyVitest, true)).toMatchObject({ passed: 0, failed: 1 })
  writeFileSync(path, JSON.stringify(vitest(4, 4)))
  expect(readTally(path, tallyVitest, false)).toMatchObject({ passed: 4, failed: 1 })
  expect(readTally(path, tallyVitest, true)).toMatchObject({ passed: 4, failed: 0 })
})
