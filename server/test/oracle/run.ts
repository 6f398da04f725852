import { parseArgs } from 'node:util'
import { startPostgres } from '@quack/testing/postgres'
import { prepareCluster } from '@quack/testing/system'

/**
 * `npm run test:model -- --steps 100000 --engine sqlite|postgres --seed N`: the long form of oracle.test.ts. With
 * `--cluster`, each request goes to a node at random of three, which read a replica. With `--faults` besides, nodes
 * stand still, connections to the database are cut and Redis ends, again and again.
 */
const { values } = parseArgs({
  options: {
    cluster: { type: 'boolean', default: false },
    faults: { type: 'boolean', default: false },
    steps: { type: 'string', default: '100000' },
    engine: { type: 'string', default: 'sqlite' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
  },
})
const steps = Number(values.steps)
const seed = Number(values.seed)
const started = performance.now()
const seconds = () => ((performance.now() - started) / 1_000).toFixed(0)

const isCluster = values.cluster
if (isCluster) await prepareCluster(console.log)
const given = process.env.TEST_DATABASE_URL
const postgres = values.engine === 'postgres' && !given && !isCluster ? await startPostgres() : null
process.env.TEST_DATABASE_URL = values.engine === 'postgres' ? (postgres?.url ?? given) : ''

// Imported late, because the harness reads its engine when it is loaded.
const { consultOracle } = await import('./oracle.ts')
console.log(`${steps} steps on ${isCluster ? 'a cluster' : values.engine}, seed ${seed}`)
const tell = (count: number) => {
  if (count > 0 && count % 1_000 === 0) console.log(`${count} steps agree, ${seconds()} s`)
}
const { startOnCluster } = await import('./on-cluster.ts')
const start = isCluster ? () => startOnCluster(values.faults ? seed : null) : undefined
const story = await consultOracle(steps, seed, { readings: 1, everything: 2_000 }, tell, start)
await postgres?.stop()
console.log(story ?? `Server and model agree after ${steps} steps, in ${seconds()} s.`)
process.exitCode = story === null ? 0 : 1
