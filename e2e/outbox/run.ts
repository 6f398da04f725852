import { parseArgs } from 'node:util'
import { startPostgres } from '@quack/testing/postgres'
import { prepareCluster } from '@quack/testing/system'
import { RestartableServer } from '../support/restartable.ts'
import { startClusterServer } from './cluster-server.ts'
import { runHistories } from './histories.ts'

/**
 * `npm run test:outbox -- --histories 50 --engine sqlite|postgres|cluster --seed N --slowdown N`: the long form of
 * outbox-histories.e2e.ts.
 */
const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '50' },
    engine: { type: 'string', default: 'sqlite' },
    slowdown: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
})
if (values.engine === 'cluster') await prepareCluster(console.log)
const started = performance.now()
console.log(`${values.histories} histories on ${values.engine}, seed ${values.seed}`)
const postgres = values.engine === 'postgres' ? await startPostgres() : null
const { problems, counts } = await runHistories(Number(values.histories), Number(values.seed), {
  startServer: () =>
    values.engine === 'cluster' ? startClusterServer() : RestartableServer.create(postgres?.url ?? ''),
  slowdown: Number(values.slowdown),
  log: console.log,
})
await postgres?.stop()
for (const [what, count] of [...counts].toSorted()) console.log(`${String(count).padStart(5)} ${what}`)
console.log(`In ${((performance.now() - started) / 1_000).toFixed(0)} s.`)
console.log(problems.length === 0 ? 'Everything arrived once and in order.' : `${problems.length} problems.`)
process.exitCode = problems.length === 0 ? 0 : 1
