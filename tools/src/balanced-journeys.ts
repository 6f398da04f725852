import { startCluster } from '@quack/testing/cluster/start-cluster'
import { STILL_MS, watchStalls } from '@quack/testing/machine-stalls'
import { run } from '@quack/testing/run'
import { prepareCluster } from '@quack/testing/system'

/**
 * `npm run test:balanced-e2e`: the browser tests through HAProxy, against a cluster that it starts. Tests that failed
 * while this machine was stalled run again. Arguments are passed to Playwright.
 */
const RUNS_MAX = 4

await prepareCluster(console.log)
const cluster = await startCluster({ RATE_LIMITS: 'off', LOG_LEVEL: 'warn' }, console.log)
const stalls = watchStalls()
let isGood = false
try {
  const args = ['test', '--config=e2e/playwright.config.ts']
  // The operators' command line needs the cluster's database.
  const env = { E2E_ADDRESS: cluster.address, DATABASE_URL: cluster.postgres.url }
  let again: string[] = []
  for (let count = 0; count < RUNS_MAX && !isGood; count++) {
    isGood = await run('playwright', [...args, ...process.argv.slice(2), ...again], { isShown: true, env })
    if (stalls.take() < STILL_MS) break
    again = ['--last-failed']
    if (!isGood) console.log('This machine was stalled; running the failed tests again')
  }
} finally {
  stalls.end()
  await cluster.stop()
}
process.exitCode = isGood ? 0 : 1
