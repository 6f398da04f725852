import { prepareLongRun } from '../long-run.ts'

/**
 * `npm run test:notifications -- --steps 20000 --engine sqlite|postgres --seed N`: the long form of
 * notifications.test.ts. With `--cluster`, each request goes to a node at random of three, which read a replica.
 */
const run = await prepareLongRun('steps', 20_000)
// Imported late, because the harness reads its engine when it is loaded.
const { findWrongNotification } = await import('./notifications.ts')
const { startOnCluster } = await import('../oracle/on-cluster.ts')
console.log(`${run.amount} steps on ${run.place}, seed ${run.seed}`)
const tell = (count: number) => {
  if (count % 1_000 === 0) console.log(`${count} steps agree, ${run.seconds()} s`)
}
const wrong = await findWrongNotification(run.amount, run.seed, tell, run.isCluster ? startOnCluster : undefined)
await run.finish(wrong, `Notifications and model agree after ${run.amount} steps, in ${run.seconds()} s.`)
