import { startCluster } from './cluster/start-cluster.ts'
import { run } from './run.ts'
import { prepareCluster } from './system.ts'

/**
 * `npm run balanced-journeys`: the browser tests of the project `desktop` against a cluster of its own, through HAProxy.
 * Arguments go to Playwright; on a busy machine, `-- --workers=1` leaves axe the time that it needs.
 */
await prepareCluster(console.log)
const cluster = await startCluster({ RATE_LIMITS: 'off', LOG_LEVEL: 'warn' }, console.log)
let isGood = false
try {
  const args = ['test', '--config=e2e/playwright.config.ts', '--project=desktop', '--global-timeout=3600000']
  // The admin's command line asks the cluster's database.
  const env = { E2E_ADDRESS: cluster.address, DATABASE_URL: cluster.postgres.url }
  isGood = await run('playwright', [...args, ...process.argv.slice(2)], { isShown: true, env })
} finally {
  await cluster.stop()
}
process.exitCode = isGood ? 0 : 1
