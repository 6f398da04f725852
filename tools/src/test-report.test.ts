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
  expect(tallyVitest(vitest(8, 10))).toEqual({ passed: 8, failed: 2 })
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }
  expect(tallyPlaywright({ stats, errors: [] })).toEqual({ passed: 5, failed: 4 })
})

test('a file that could not be loaded is a failure', () => {
  const unloaded = { status: 'failed', assertionResults: [] }
  expect(tallyVitest(vitest(3, 3, [unloaded]))).toEqual({ passed: 3, failed: 1 })
})

test('a run without a report, without tests or with an error of its own has failed', () => {
  expect(readTally(path, tallyVitest, true)).toEqual({ passed: 0, failed: 1 })
  writeFileSync(path, '{"numPassedTests": 3, "numTot')
  expect(readTally(path, tallyVitest, true)).toEqual({ passed: 0, failed: 1 })
  writeFileSync(path, JSON.stringify(vitest(0, 0)))
  expect(readTally(path, tallyVitest, true)).toEqual({ passed: 0, failed: 1 })
  writeFileSync(path, JSON.stringify(vitest(4, 4)))
  expect(readTally(path, tallyVitest, false)).toEqual({ passed: 4, failed: 1 })
  expect(readTally(path, tallyVitest, true)).toEqual({ passed: 4, failed: 0 })
})
