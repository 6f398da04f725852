import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { missing } from '@quack/testing/system'
import { check } from './check.ts'
import { startJourneyServers } from './journey-servers.ts'
import { measurePatience, watchSlowness } from './machine-speed.ts'
import { keepFilesInMemory } from './memory-directory.ts'
import { runPlaywright, runVitest, type TestRun } from './runners.ts'
import { failure, NO_TESTS, summary, sumTallies, type Tally } from './test-report.ts'
import { SLOW } from './vitest/slow-first.sequencer.ts'

/**
 * The gate. `npm test` runs the checks, the tests of every part, and the journeys in a browser. `npm run test:quick`
 * runs the checks and the quick tests that need neither a browser nor PostgreSQL. If at most ten tests of a run fail,
 * they run again at the end, one after the other: one that passes then is listed as flaky.
 */
const { quick: isQuick } = parseArgs({ options: { quick: { type: 'boolean', default: false } } }).values

keepFilesInMemory()
const started = performance.now()
const slowness = (await measurePatience()).toFixed(2)
const env = { QUACK_PATIENCE: slowness }
console.log(
  `quack: ${availableParallelism()} CPUs; this machine takes ${slowness} times as long as the reference machine`,
)

const slownessSoFar = watchSlowness()

const tallies: Tally[] = []
const runs: TestRun[] = []
await step('Checking format, lint and types', runChecks)
if (isQuick) await step('Testing contract, tools, web, and the server on SQLite', runQuickTests)
else await runEverything()
tallies.push(...runs.map(({ tally }) => tally))

// A developer's machine may lack a part. CI's must not: nobody would notice a test that is never run there.
const { text, isGreen } = summary(sumTallies(tallies), (process.env.CI ?? '') !== '')
const seconds = secondsSince(started)
// A virtual machine's speed changes within minutes.
const mean = slownessSoFar().toFixed(2)
const slownessNow = (await measurePatience()).toFixed(2)
const slownesses = `${slowness} times at the beginning, ${mean} times on average, now ${slownessNow} times`
console.log(`\nquack: ${seconds} s in all; ${slownesses} the reference machine's time\n${text}`)
process.exitCode = isGreen ? 0 : 1

async function step(title: string, tests: () => Promise<void>): Promise<void> {
  console.log(`\nquack: ${title}`)
  const start = performance.now()
  await tests()
  console.log(`quack: ${secondsSince(start)} s`)
}

function secondsSince(start: number): string {
  return ((performance.now() - start) / 1_000).toFixed(0)
}

async function runEverything(): Promise<void> {
  const lacking = missing('chromium')
  const servers = lacking === null ? await startJourneyServers() : null
  try {
    await step('Testing contract, tools, web, the server on SQLite and PostgreSQL, and screens in a browser', runTests)
    if (servers === null) tallies.push(notRunTally('the journeys in a browser', lacking))
    else await step('Testing the built product in a browser', () => runJourneys(servers.env))
    await runAgain()
  } finally {
    await servers?.stop()
  }
}

async function runChecks(): Promise<void> {
  const failures = (await check()).map((name) => failure(name, 'see above'))
  tallies.push({ ...NO_TESTS, failed: failures.length, failures })
}

async function runTests(): Promise<void> {
  const lacking = [
    { project: 'postgres', what: 'the server on PostgreSQL', reason: missing('postgres') },
    { project: 's3', what: 'media in an S3-compatible store', reason: missing('swift') },
    { project: 'component', what: 'screens of the client in a browser', reason: missing('chromium') },
  ].filter(({ reason }) => reason !== null)
  for (const { what, reason } of lacking) tallies.push(notRunTally(what, reason))
  runs.push(
    await runVitest(
      // The client with React as it is shipped: React's own checks, which `npm run test:long` has on, take a tenth of
      // the time.
      { ...env, NODE_ENV: 'production' },
      lacking.map(({ project }) => `--project=!${project}`),
    ),
  )
}

/** The slow files, many of them tests of whole processes, are left to `npm test`. */
async function runQuickTests(): Promise<void> {
  runs.push(
    await runVitest(env, [
      '--project=unit',
      '--project=client',
      '--project=sqlite',
      ...SLOW.map((name) => `--exclude=${name}`),
    ]),
  )
  await runAgain()
}

async function runJourneys(servers: Readonly<Record<string, string>>): Promise<void> {
  runs.push(await runPlaywright({ ...env, ...servers }))
}

/** What failed. Its result is that of the second run. */
async function runAgain(): Promise<void> {
  if (runs.every(({ tally }) => tally.failed === 0)) return
  await step('Running what failed again', async () => {
    for (const { again } of runs.splice(0)) tallies.push(await again())
  })
}

/** @returns the tally of a project that cannot run */
function notRunTally(what: string, reason: string | null): Tally {
  return { ...NO_TESTS, notRun: [`${what} (${reason})`] }
}
