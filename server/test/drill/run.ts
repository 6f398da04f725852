import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startCluster } from '@quack/testing/cluster/start-cluster'
import { prepareCluster } from '@quack/testing/system'
import { openDatabase } from '../../src/database/open/open.ts'
import { findLosses } from '../crash/verify.ts'
import { FAULTS } from './faults.ts'
import { startLoad } from './load.ts'
import { processorTimes } from './processor-time.ts'
import { HEAD, runRounds } from './rounds.ts'
import { UNREACHED_LIMITS } from './unreached-limits.ts'

/**
 * `npm run test:cluster-faults -- --times 10 --seed N --calm 15 --limits on --only Redis`: ends and restarts each part
 * of a cluster under a mixed load through the balancer, while watchers read live news. Before that, it measures `calm`
 * seconds without a fault for the cost of a request. It prints the table of docs/scaling.md. It fails if an
 * acknowledged write is lost, errors last longer than five seconds after the part is back, a graceful restart is
 * noticed, or a watcher receives a post not at all or twice.
 */
const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    calm: { type: 'string', default: '15' },
    only: { type: 'string', default: '' },
    limits: { type: 'string', default: 'on' },
  },
})
const times = Number(values.times)

await prepareCluster(console.log)
const cluster = await startCluster(
  { DEMO: 'off', RATE_LIMITS: values.limits === 'off' ? 'off' : UNREACHED_LIMITS, LOG_LEVEL: 'fatal' },
  console.log,
)
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
  const calm = await load.news.report()
  problems.push(...calm.missing.slice(0, 10), ...calm.repeated.slice(0, 10))

  const rows: string[] = []
  for (const fault of FAULTS.filter(({ name }) => name.includes(values.only))) {
    const { row, problems: found } = await runRounds(cluster, load, fault, times)
    problems.push(...found)
    rows.push(asRow(row))
    console.log(rows.at(-1))
  }
  for (const row of ['', asRow(HEAD), asRow(HEAD.map(() => '---')), ...rows]) console.log(row)

  await load.end()
  const { missing, repeated } = await load.news.report()
  problems.push(...missing.slice(0, 10), ...repeated.slice(0, 10), ...load.news.troubles)
  await load.news.end()
  const db = await openDatabase({ url: cluster.postgres.url }, () => undefined)
  const losses = await findLosses(db, load.ledger)
  await db.close()
  const { done, refused, unknown } = load.ledger.counts
  console.log(`Writes: ${done} acknowledged, ${refused} refused, ${unknown} without an answer; ${losses.length} lost.`)
  problems.push(...losses.slice(0, 20))
} finally {
  await cluster.stop()
}

function asRow(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`
}

for (const problem of problems) console.log(problem)
process.exit(problems.length === 0 ? 0 : 1)
