import { parseArgs } from 'node:util'
import { startPostgres } from '@quack/testing/postgres'
import { prepareCluster } from '@quack/testing/system'

/**
 * `npm run test:leaks -- --reads 50000 --engine sqlite|postgres --seed N`: the long form of leaks.test.ts. With
 * `--cluster`, each request goes to a node at random of three, which read a replica.
 */
const { values } = parseArgs({
  options: {
    cluster: { type: 'boolean', default: false },
    reads: { type: 'string', default: '50000' },
    engine: { type: 'string', default: 'sqlite' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
  },
})
const reads = Number(values.reads)
const seed = Number(values.seed)
const started = performance.now()
const seconds = () => ((performance.now() - started) / 1_000).toFixed(0)

const isCluster = values.cluster
if (isCluster) await prepareCluster(console.log)
const given = process.env.TEST_DATABASE_URL
const postgres = values.engine === 'postgres' && !given && !isCluster ? await startPostgres() : null
process.env.TEST_DATABASE_URL = values.engine === 'postgres' ? (postgres?.url ?? given) : ''

// Imported late, because the harness reads its engine when it is loaded.
const { findLeak } = await import('./leaks.ts')
const { startOnCluster } = await import('../oracle/on-cluster.ts')
console.log(`${reads} reads on ${isCluster ? 'a cluster' : values.engine}, seed ${seed}`)
const startCluster = async () => ({ ...(await startOnCluster()), address: null })
const tell = (made: number) => {
  if (made > 0 && made % 1_000 === 0) console.log(`${made} reads show nothing hidden, ${seconds()} s`)
}
const leak = await findLeak(reads, seed, tell, isCluster ? startCluster : undefined)
await postgres?.stop()
console.log(leak ?? `${reads} reads show nothing hidden, in ${seconds()} s.`)
process.exitCode = leak === null ? 0 : 1
