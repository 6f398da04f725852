import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { run } from '@quack/testing/run'
import { missing } from '@quack/testing/system'
import { check } from './check.ts'
import { measurePatience } from './machine-speed.ts'
import { NO_TESTS, readTally, summary, sumTallies, type Tally, tallyPlaywright } from './test-report.ts'
import { SLOW } from './vitest/slow-first.sequencer.ts'

/**
 * The gate. `npm test` runs every check and every test. `npm run test:quick` runs the checks and the tests that need
 * neither a browser nor PostgreSQL.
 */
const { quick: isQuick } = parseArgs({ options: { quick: { type: 'boolean', default: false } } }).values

const patience = await measurePatience()
const env = { QUACK_PATIENCE: patience.toFixed(2) }
const reports = mkdtempSync(join(tmpdir(), 'quack-reports-'))
console.log(`quack: ${availableParallelism()} CPUs; timeouts are multiplied by ${env.QUACK_PATIENCE}`)

const tallies: Tally[] = []
await step('Checking format, lint and types', runChecks)
if (isQuick) await step('Testing contract, tools, web, and the server on SQLite', runQuickTests)
else {
  await step('Testing contract, tools, web, and the server on SQLite and PostgreSQL', runTests)
  await step('Testing the built product in a browser', runJourneys)
}
rmSync(reports, { recursive: true })

// A developer's machine may lack a part. CI's must not: nobody would notice a test that is never run there.
const { text, isGreen } = summary(sumTallies(tallies), (process.env.CI ?? '') !== '')
console.log(text)
process.exitCode = isGreen ? 0 : 1

async function step(title: string, tests: () => Promise<Tally>): Promise<void> {
  console.log(`\nquack: ${title}`)
  const start = performance.now()
  tallies.push(await tests())
  console.log(`quack: ${((performance.now() - start) / 1_000).toFixed(0)} s`)
}

async function runChecks(): Promise<Tally> {
  const failures = await check()
  return { ...NO_TESTS, failed: failures.length, failures }
}

/** @returns the tally of a project that cannot run */
function notRunTally(what: string, reason: string): Tally {
  return { ...NO_TESTS, notRun: [`${what} (${reason})`] }
}

async function runTests(): Promise<Tally> {
  const lacking = [
    { project: 'postgres', what: 'the server on PostgreSQL', reason: missing('postgres') },
    { project: 's3', what: 'media in an S3-compatible store', reason: missing('swift') },
  ].flatMap(({ reason, ...rest }) => (reason === null ? [] : [{ ...rest, reason }]))
  const tally = await runVitest(lacking.map(({ project }) => `--project=!${project}`))
  return sumTallies([tally, ...lacking.map(({ what, reason }) => notRunTally(what, reason))])
}

/** The slow files, most of them tests of whole processes, run only in `npm test`. */
function runQuickTests(): Promise<Tally> {
  return runVitest(['--project=unit', '--project=sqlite', ...SLOW.map((name) => `--exclude=${name}`)])
}

async function runVitest(args: readonly string[]): Promise<Tally> {
  const report = join(reports, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=./tools/src/vitest/tally.reporter.ts']
  const options = { isShown: true, env: { ...env, VITEST_TALLY: report } }
  const hasSucceeded = await run('vitest', ['run', ...reporters, ...args], options)
  return readTally(report, (tally) => tally as Tally, hasSucceeded)
}

async function runJourneys(): Promise<Tally> {
  const reason = missing('chromium')
  if (reason !== null) return notRunTally('the journeys in a browser', reason)
  const report = join(reports, 'e2e.json')
  const args = ['test', '--config=e2e/playwright.config.ts', '--reporter=list,json']
  const options = { isShown: true, env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report } }
  return readTally(report, tallyPlaywright, await run('playwright', args, options))
}
