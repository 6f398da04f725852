import { prepareLongRun } from '../long-run.ts'

/**
 * `npm run test:search -- --searches 5000 --posts 20000 --engine sqlite|postgres --seed N`: the long form of
 * search.test.ts. With `--cluster`, each request goes to a node at random of three, which read a replica. With
 * `--broken`, searches are random characters and broken operators; none may fail or take long.
 */
const run = await prepareLongRun('searches', 5_000, ['broken'], { posts: 20_000 })
// Imported late, because the harness reads its engine when it is loaded.
const { findWrongSearch, startQuietly } = await import('./search.ts')
const { findFailingSearch } = await import('./broken.ts')
const { startOnCluster } = await import('../oracle/on-cluster.ts')
const isBroken = run.has('broken')
const [searches, posts] = [run.amount, run.sizes.posts ?? 0]
console.log(`${searches} searches in ${posts} posts on ${run.place}, seed ${run.seed}`)
const onSearch = (count: number) => {
  if (count % (isBroken ? 5_000 : 500) === 0) console.log(`${count} searches, ${run.seconds()} s`)
}
const start = run.isCluster ? () => startOnCluster() : startQuietly
const find = isBroken ? findFailingSearch : findWrongSearch
const wrong = await find({ posts, searches, seed: run.seed, start, onSearch })
await run.finish(wrong, `${searches} searches were answered as they must be, in ${run.seconds()} s.`)
