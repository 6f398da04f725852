import { prepareLongRun } from '../long-run.ts'

/**
 * `npm run test:model -- --steps 100000 --engine sqlite|postgres --seed N`: the long form of oracle.test.ts. With
 * `--cluster`, each request goes to a node at random of three, which read a replica. With `--faults` besides, nodes
 * stand still, connections to the database are cut and Redis ends, again and again.
 */
const run = await prepareLongRun('steps', 100_000, ['faults'])
const { amount, seed, seconds } = run

// Imported late, because the harness reads its engine when it is loaded.
const { consultOracle } = await import('./oracle.ts')
const { startOnCluster } = await import('./on-cluster.ts')
console.log(`${amount} steps on ${run.place}, seed ${seed}`)
const tell = (count: number) => {
  if (count > 0 && count % 1_000 === 0) console.log(`${count} steps agree, ${seconds()} s`)
}
const start = run.isCluster ? () => startOnCluster(run.has('faults') ? seed : null) : undefined
const story = await consultOracle(amount, seed, { readings: 1, everything: 2_000 }, tell, start)
await run.finish(story, `Server and model agree after ${amount} steps, in ${seconds()} s.`)
