import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { check } from './check.ts'
import { run } from './run.ts'
import { readTally, type Tally, tallyPlaywright, tallyVitest } from './test-report.ts'

/**
 * The whole gate, `npm test`: everything that is checked, one after the other, what failed once more by name, and one
 * line of figures at the end.
 */

/** The run ends within 14 minutes, in milliseconds; what has not finished by then has failed. */
const signal = AbortSignal.timeout(14 * 60_000)
const reports = mkdtempSync(join(tmpdir(), 'quack-reports-'))

say('Checking format, lint and types')
const failedChecks = await check()

say('Testing contract, tools, web, and the server on SQLite and PostgreSQL')
const units = await runVitest()

say('Testing the built product in a browser')
const journeys = await runPlaywright()

rmSync(reports, { recursive: true })
const tallies: Tally[] = [{ passed: 0, failed: failedChecks.length, failures: failedChecks }, units, journeys]
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
for (const failure of tallies.flatMap(({ failures }) => failures)) console.log(`\n✗ ${failure}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

async function runVitest(): Promise<Tally> {
  const report = join(reports, 'vitest.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return readTally(report, tallyVitest, await run('vitest', args, { isShown: true, signal }))
}

async function runPlaywright(): Promise<Tally> {
  const report = join(reports, 'e2e.json')
  const args = ['test', '--config=e2e/playwright.config.ts', '--reporter=list,json']
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  return readTally(report, tallyPlaywright, await run('playwright', args, { isShown: true, env, signal }))
}

function say(line: string): void {
  console.log(`\nquack: ${line}`)
}
