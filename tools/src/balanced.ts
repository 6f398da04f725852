import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './run.ts'
import { prepareCluster } from './system.ts'
import { tallyVitest } from './test-report.ts'

/**
 * `npm run balanced`: the tests of the API on PostgreSQL, their requests through HAProxy to three nodes. What looks into
 * one process is left out and counted; what else is left out has failed. Arguments go to vitest.
 */
const API = ['server/src/features', 'server/src/http', 'server/test/security', 'server/test/concurrency.test.ts']

await prepareCluster(console.log)
const folder = mkdtempSync(join(tmpdir(), 'quack-balanced-'))
const report = join(folder, 'report.json')
const args = ['run', '--project=postgres', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
await run('vitest', [...args, ...API, ...process.argv.slice(2)], { isShown: true, env: { TEST_BALANCED: '1' } })
const said = JSON.parse(readFileSync(report, 'utf8')) as Report
rmSync(folder, { recursive: true })

const tests = said.testResults.flatMap((file) => file.assertionResults)
const own = tests.filter(({ meta }) => meta.needsOneProcess)
const through = tests.filter(({ status, meta }) => status === 'passed' && (meta.balanced ?? 0) > 0)
const { passed, failed, failures } = tallyVitest({
  ...said,
  numTotalTests: said.numTotalTests - own.length,
  testResults: said.testResults.map((file) => ({
    ...file,
    assertionResults: file.assertionResults.filter((each) => !own.includes(each)),
  })),
})
for (const failure of failures) console.log(`\n✗ ${failure}`)
for (const { fullName } of own) console.log(`one process: ${fullName}`)
console.log(`\n${passed} passed, ${failed} failed, ${own.length} look into one process`)
console.log(`${through.length} of those that passed sent requests through the balancer`)
process.exitCode = failed === 0 && through.length > 0 ? 0 : 1

interface Report {
  readonly numPassedTests: number
  readonly numTotalTests: number
  readonly testResults: {
    readonly name: string
    readonly assertionResults: {
      readonly status: string
      readonly fullName: string
      readonly meta: { balanced?: number; needsOneProcess?: boolean }
    }[]
  }[]
}
