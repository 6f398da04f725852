import { NOT_RUN, runToCode } from '@quack/testing/run'
import { measurePatience } from './machine-speed.ts'
import { runPlaywright, runVitest, type TestRun } from './runners.ts'
import { failure, NO_TESTS, notRun, summary, sumTallies, type Tally } from './test-report.ts'

/**
 * `npm run test:long`: more than the gate, one part after the other, each with its own tally. `-- NAME…` runs some
 * parts. Random parts draw a seed and print it; their scripts (`npm run test:crash -- --seed N`) repeat it.
 */

interface Part {
  readonly name: string
  run(env: Readonly<Record<string, string>>): Promise<TestRun>
}

const ENGINES = ['sqlite', 'postgres'] as const

const PARTS: readonly Part[] = [
  vitestPart('server-postgres', ['postgres', 'answers']),
  vitestPart('server-sqlite', ['sqlite']),
  vitestPart('server-s3', ['s3']),
  vitestPart('screens', ['component']),
  { name: 'journeys', run: (env) => runPlaywright(env) },
  ...onEachEngine('model', 'server/test/oracle/run.ts', ['--steps', '8000']),
  ...onEachEngine('leaks', 'server/test/leaks/run.ts', ['--reads', '6000']),
  ...onEachEngine('notifications', 'server/test/leaks/run-notifications.ts', ['--steps', '2500']),
  ...onEachEngine('search', 'server/test/search/run.ts', ['--searches', '500', '--posts', '4000']),
  ...onEachEngine('broken-search', 'server/test/search/run.ts', ['--broken', '--searches', '5000', '--posts', '2000']),
  ...onEachEngine('fuzz', 'server/test/fuzz/run.ts', ['--requests', '30000']),
  ...onEachEngine('crash', 'server/test/crash/run.ts', ['--kills', '25']),
  ...onEachEngine('crash-uploads', 'server/test/kills/run.ts', ['--rounds', '8']),
  scriptPart('crash-uploads-s3', 'server/test/kills/run.ts', ['--rounds', '4', '--store', 's3']),
  ...onEachEngine('outbox', 'e2e/outbox/run.ts', ['--histories', '6']),
  ...onEachEngine('outbox-releases', 'e2e/outbox/run.ts', ['--histories', '3', '--releases']),
  scriptPart('outbox-cluster', 'e2e/outbox/run.ts', ['--histories', '3', '--engine', 'cluster']),
  scriptPart('rolling-upgrade', 'server/test/releases/rolling-upgrade.ts', []),
  scriptPart('model-cluster', 'server/test/oracle/run.ts', ['--steps', '3000', '--cluster', '--faults']),
  scriptPart('leaks-cluster', 'server/test/leaks/run.ts', ['--reads', '3000', '--cluster']),
  scriptPart('notifications-cluster', 'server/test/leaks/run-notifications.ts', ['--steps', '1000', '--cluster']),
  scriptPart('search-cluster', 'server/test/search/run.ts', ['--searches', '200', '--posts', '2000', '--cluster']),
  scriptPart('cluster-faults', 'server/test/drill/run.ts', ['--times', '2', '--calm', '5']),
  {
    name: 'screenshots',
    run: (env) => runPlaywright(env, 'e2e/screenshots.config.ts'),
  },
]

const names = process.argv.slice(2)
const unknown = names.filter((name) => !PARTS.some((part) => part.name === name))
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. The parts: ${PARTS.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

const started = performance.now()
const slowness = (await measurePatience()).toFixed(2)
const env = { QUACK_PATIENCE: slowness, TEST_TIER: 'long' }
console.log(`quack: this machine takes ${slowness} times as long as the reference machine`)

const parts = PARTS.filter(({ name }) => names.length === 0 || names.includes(name))
const results: { readonly name: string; readonly seconds: number; readonly tally: Tally }[] = []
for (const [at, part] of parts.entries()) {
  console.log(`\nquack: ${part.name} (${at + 1} of ${parts.length})`)
  const start = performance.now()
  const first = await part.run(env)
  const tally = first.tally.failed === 0 ? first.tally : await first.again()
  results.push({ name: part.name, seconds: (performance.now() - start) / 1_000, tally })
  console.log(`quack: ${lineOf(results.at(-1))}`)
}

const { text, isGreen } = summary(sumTallies(results.map(({ tally }) => tally)), (process.env.CI ?? '') !== '')
const seconds = (performance.now() - started) / 1_000
console.log(`\nquack: ${seconds.toFixed(0)} s in all, ${slowness} times as long as on the reference machine`)
for (const result of results) console.log(`  ${lineOf(result)}`)
const failed = results.filter(({ tally }) => tally.failed > 0).map(({ name }) => name)
if (failed.length > 0) console.log(`\nThe failed parts again: npm run test:long -- ${failed.join(' ')}`)
console.log(text)
process.exitCode = isGreen ? 0 : 1

function lineOf(result: (typeof results)[number] | undefined): string {
  if (result === undefined) return ''
  const { name, seconds, tally } = result
  return `${seconds.toFixed(0).padStart(5)} s  ${name}: ${tally.passed} passed, ${tally.failed} failed`
}

function vitestPart(name: string, projects: readonly string[]): Part {
  return {
    name,
    run: (env) =>
      runVitest(
        env,
        projects.map((project) => `--project=${project}`),
      ),
  }
}

function onEachEngine(name: string, script: string, args: readonly string[]): Part[] {
  return ENGINES.map((engine) => scriptPart(`${name}-${engine}`, script, [...args, '--engine', engine]))
}

/** A script counts as one test. What it found is in its output. */
function scriptPart(name: string, script: string, args: readonly string[]): Part {
  return {
    name,
    async run(env) {
      const code = await runToCode(process.execPath, [script, ...args], { isShown: true, env })
      const tally = tallyOf(name, code)
      return { tally, again: async () => tally }
    },
  }
}

function tallyOf(name: string, code: number | null): Tally {
  if (code === 0) return { ...NO_TESTS, passed: 1 }
  const reason = 'see its output above'
  if (code === NOT_RUN) return { ...NO_TESTS, notRun: [notRun(name, reason)] }
  return { ...NO_TESTS, failed: 1, failures: [failure(name, reason)] }
}
