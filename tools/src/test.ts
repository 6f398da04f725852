import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { check } from './check.ts'
import { run } from './run.ts'
import { readTally, type Tally, tallyPlaywright, tallyVitest } from './test-report.ts'

/** The whole gate, `npm test`: everything that is checked, one after the other, and one line of figures at the end. */

/** The run ends within 14 minutes, in milliseconds; what has not finished by then has failed. */
const signal = AbortSignal.timeout(14 * 60_000)
const reports = mkdtempSync(join(tmpdir(), 'quack-reports-'))

say('Checking format, lint and types')
const failedChecks = await check()

say('Testing contract, tools, web, and the server on SQLite and PostgreSQL')
const vitestReport = join(reports, 'vitest.json')
const vitestArgs = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]
const units = readTally(vitestReport, tallyVitest, await run('vitest', vitestArgs, { isShown: true, signal }))

say('Testing the built product in a browser')
const e2eReport = join(reports, 'e2e.json')
const e2eArgs = ['test', '--config=e2e/playwright.config.ts', '--reporter=list,json']
const e2eEnv = { PLAYWRIGHT_JSON_OUTPUT_FILE: e2eReport }
const e2e = readTally(
  e2eReport,
  tallyPlaywright,
  await run('playwright', e2eArgs, { isShown: true, env: e2eEnv, signal }),
)

rmSync(reports, { recursive: true })
const tallies: Tally[] = [{ passed: 0, failed: failedChecks.length }, units, e2e]
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
if (failedChecks.length > 0) console.log(`\nFailed checks: ${failedChecks.join(', ')}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

function say(line: string): void {
  console.log(`\nquack: ${line}`)
}
