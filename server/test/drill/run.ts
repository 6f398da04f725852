import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startCluster } from '../../../tools/src/cluster/start-cluster.ts'
import { prepareCluster } from '../../../tools/src/system.ts'
import { openDatabase } from '../../src/database/open.ts'
import { findLosses } from '../crash/verify.ts'
import { FAULTS } from './faults.ts'
import { startLoad } from './load.ts'
import { processorTimes } from './processor-time.ts'

/**
 * `npm run drill -- --times 10 --seed N`: each part of a cluster is ended and comes back, under a mixed load through the
 * balancer. Prints the table of docs/scaling.md. It fails when anything acknowledged is lost, errors go on for more than
 * five seconds after the part is back, or a gentle restart is noticed.
 */
const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    calm: { type: 'string', default: '15' },
  },
})
const times = Number(values.times)
/** Errors must have ended so long after the part is back, in milliseconds. */
const ENDED_MS = 5_000

await prepareCluster(console.log)
const cluster = await startCluster({ DEMO: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'fatal' }, console.log)
const problems: string[] = []
try {
  const load = await startLoad(cluster.address, Number(values.seed))
  console.log(`seed ${values.seed}`)

  const before = { requests: load.requests, used: processorTimes(cluster) }
  await sleep(Number(values.calm) * 1_000)
  const used = processorTimes(cluster)
  const requests = load.requests - before.requests
  console.log(`${requests} requests in ${values.calm} s without a fault; processor time per request, in milliseconds:`)
  for (const [part, seconds] of Object.entries(used)) {
    console.log(`  ${part}: ${(((seconds - (before.used[part] ?? 0)) / requests) * 1_000).toFixed(2)}`)
  }
  if (load.failures.length > 0) problems.push(`${load.failures.length} requests failed without a fault`)

  console.log('| what | times | requests | failed | errors after it was back, at most |')
  console.log('|---|---|---|---|---|')
  for (const { name, isUnnoticed, strike } of FAULTS) {
    const start = { requests: load.requests, failures: load.failures.length }
    let longest = 0
    for (let time = 0; time < times; time++) {
      await strike(cluster, time)
      const back = performance.now()
      await sleep(ENDED_MS + 500)
      longest = Math.max(longest, (load.failures.at(-1) ?? 0) - back)
    }
    const failed = load.failures.length - start.failures
    const lasted = longest > 0 ? `${(longest / 1_000).toFixed(1)} s` : 'none'
    console.log(`| ${name} | ${times} | ${load.requests - start.requests} | ${failed} | ${lasted} |`)
    if (longest > ENDED_MS) problems.push(`${name}: errors for ${longest} ms after it was back`)
    if (isUnnoticed && failed > 0) problems.push(`${name}: ${failed} requests failed`)
  }

  await load.end()
  const db = await openDatabase({ url: cluster.postgres.url }, () => undefined)
  const losses = await findLosses(db, load.ledger)
  await db.close()
  const { done, refused, unknown } = load.ledger.counts
  console.log(`Writes: ${done} acknowledged, ${refused} refused, ${unknown} without an answer; ${losses.length} lost.`)
  problems.push(...losses.slice(0, 20))
} finally {
  await cluster.stop()
}
for (const problem of problems) console.log(problem)
process.exit(problems.length === 0 ? 0 : 1)
