import { prepareLongRun } from '../long-run.ts'

/**
 * `npm run test:leaks -- --reads 50000 --engine sqlite|postgres --seed N`: the long form of leaks.test.ts. With
 * `--cluster`, each request goes to a node at random of three, which read a replica.
 */
const run = await prepareLongRun('reads', 50_000)
// Imported late, because the harness reads its engine when it is loaded.
const { findLeak } = await import('./leaks.ts')
const { startOnCluster } = await import('../oracle/on-cluster.ts')
console.log(`${run.amount} reads on ${run.place}, seed ${run.seed}`)
const startCluster = async () => ({ ...(await startOnCluster()), address: null, mailing: null })
const tell = (made: number) => {
  if (made > 0 && made % 1_000 === 0) console.log(`${made} reads show nothing hidden, ${run.seconds()} s`)
}
const leak = await findLeak(run.amount, run.seed, tell, run.isCluster ? startCluster : undefined)
await run.finish(leak, `${run.amount} reads show nothing hidden, in ${run.seconds()} s.`)
