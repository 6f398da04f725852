import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { STILL_MS, watchStalls } from '@quack/testing/machine-stalls'
import { ROOT, run } from '@quack/testing/run'
import { prepareCluster } from '@quack/testing/system'
import { failure, textOf } from './test-report.ts'

/**
 * `npm run test:balanced`: the tests of the API on PostgreSQL, with their requests sent through HAProxy to three nodes.
 * Tests that look into one process are skipped and counted; any other skipped test counts as failed. Files that failed
 * while this machine was stalled run again. Paths among the arguments select tests; options are passed to vitest.
 */
const API = ['server/src/features', 'server/src/http', 'server/test/security', 'server/test/concurrency.test.ts']
/** On a machine that is stalled all the time, the last run counts. */
const RUNS_MAX = 4

interface TestFile {
  readonly name: string
  readonly status: string
  readonly message?: string
  readonly assertionResults: {
    readonly status: string
    readonly fullName: string
    readonly failureMessages?: readonly string[]
    readonly meta: { balanced?: number; needsOneProcess?: boolean }
  }[]
}

await prepareCluster(console.log)
const stalls = watchStalls()
const files = new Map<string, TestFile>()
const given = process.argv.slice(2)
const options = given.filter((each) => each.startsWith('-'))
let asked = given.length > options.length ? given.filter((each) => !options.includes(each)) : API
/** The reports do not contain files that vitest could not start. */
const expected = globSync('server/{src,test}/**/*.test.ts', { cwd: ROOT })
  .filter((path) => asked.some((part) => path.includes(part)))
  .map((path) => join(ROOT, path))
for (let count = 0; count < RUNS_MAX && asked.length > 0; count++) {
  for (const file of await runVitest(asked)) files.set(file.name, file)
  const stillMs = stalls.take()
  asked = stillMs > STILL_MS ? expected.filter((name) => files.get(name)?.status !== 'passed') : []
  if (asked.length > 0)
    console.log(`This machine was stalled for ${stillMs.toFixed()} ms; running again: ${asked.join(' ')}`)
}
stalls.end()

const testResults = [...files.values()]
const tests = testResults.flatMap((file) => file.assertionResults)
const own = tests.filter(({ meta }) => meta.needsOneProcess)
const passed = tests.filter(({ status }) => status === 'passed')
const through = passed.filter(({ meta }) => (meta.balanced ?? 0) > 0)
const failures = [
  ...testResults.flatMap(failuresOf),
  ...expected.filter((name) => !files.has(name)).map((name) => textOf(failure(name, 'was not run'))),
]
for (const failure of failures) console.log(`\n✗ ${failure}`)
for (const { fullName } of own) console.log(`one process: ${fullName}`)
console.log(`\n${passed.length} passed, ${failures.length} failed, ${own.length} skipped (they look into one process)`)
console.log(`${through.length} of the passed tests sent requests through the balancer`)
process.exit(failures.length === 0 && through.length > 0 ? 0 : 1)

/** A failed file without a failed test could not be loaded, or its clean-up failed. */
function failuresOf({ name, status, message, assertionResults }: TestFile): string[] {
  const failed = assertionResults.filter((each) => each.status !== 'passed' && !own.includes(each))
  if (failed.length === 0) return status === 'passed' ? [] : [textOf(failure(name, message))]
  return failed.map((each) => textOf(failure(`${name}: ${each.fullName}`, each.failureMessages?.[0] ?? each.status)))
}

async function runVitest(paths: readonly string[]): Promise<readonly TestFile[]> {
  const folder = mkdtempSync(join(tmpdir(), 'quack-balanced-'))
  const report = join(folder, 'report.json')
  const args = ['run', '--project=postgres', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  await run('vitest', [...args, ...paths, ...options], {
    isShown: true,
    env: { TEST_BALANCED: '1', TEST_TIER: 'long' },
  })
  const said = JSON.parse(readFileSync(report, 'utf8')) as { testResults: readonly TestFile[] }
  rmSync(folder, { recursive: true })
  return said.testResults
}
