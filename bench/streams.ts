import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startPostgres } from '@quack/testing/postgres'
import { startRedis } from '@quack/testing/redis'
import { startServerProcess } from '@quack/testing/server-process'
import { sayLoads, sayVerdict } from './load/say.ts'
import { openReader } from './streams/reader.ts'
import { prepareReaders } from './streams/readers.ts'

/**
 * `npm run bench:streams -- --streams 5000 --followers 1000 --posts 30`: the memory of open event streams on a node,
 * and the time from a post on one node to its followers on another. Two server processes with PostgreSQL and Redis;
 * this process has the readers.
 */
const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '5000' },
    followers: { type: 'string', default: '1000' },
    posts: { type: 'string', default: '30' },
  },
})
const STREAMS = Number(values.streams)
const FOLLOWERS = Number(values.followers)
const POSTS = Number(values.posts)
const MEGABYTES_MAX = 150
const P99_MAX_MS = 500
/** Streams opened at the same time. */
const TOGETHER = 50
/** After this time, in milliseconds, the frequent periodic tasks of the node have run. */
const CALM_MS = 35_000

console.log(`Load average ${sayLoads()}`)
const postgres = await startPostgres()
const redis = await startRedis()
const directory = await mkdtemp(join(tmpdir(), 'quack-streams-'))
const secret = 'a secret of this measurement alone, long enough'
const startNode = () =>
  startServerProcess({
    DATA_DIR: directory,
    DEMO: 'off',
    LOG_LEVEL: 'error',
    SECRET_KEY: secret,
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
  })
const near = startNode()
const nearAddress = await near.ready
const far = startNode()
const farAddress = await far.ready

/** Resident memory of the node with the streams, in megabytes. */
function memory(): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${far.child.pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1_024
}

const { author, readers, watch } = await prepareReaders(postgres.url, secret, STREAMS, FOLLOWERS)
const arrivals = new Map<string, number[]>()
const port = Number(new URL(farAddress).port)
const open = (token: string) =>
  openReader(port, token, watch, (id) => {
    const times = arrivals.get(id) ?? []
    arrivals.set(id, times)
    times.push(performance.now())
  })

// The memory of a node grows with its first requests, whatever they are.
const first = await Promise.all(readers.slice(0, TOGETHER).map(open))
for (const reader of first) reader.close()
await sleep(2_000)
const before = memory()
for (let from = 0; from < readers.length; from += TOGETHER) {
  await Promise.all(readers.slice(from, from + TOGETHER).map(open))
}
await sleep(CALM_MS)
const after = memory()
const cost = after - before
console.log(
  `${STREAMS} streams: ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB with them: ${cost.toFixed(0)} MB, ` +
    `${((cost * 1_024) / STREAMS).toFixed(1)} KB each`,
)

const took: number[] = []
for (let count = 0; count < POSTS; count++) {
  const sent = performance.now()
  const answer = await fetch(`${nearAddress}/api/posts`, {
    method: 'POST',
    headers: { authorization: author, 'content-type': 'application/json', prefer: 'return=minimal' },
    body: JSON.stringify({ postData: { content: `Post ${count}` } }),
  })
  const { post } = (await answer.json()) as { post: { _id: string } }
  for (let waited = 0; (arrivals.get(post._id)?.length ?? 0) < FOLLOWERS && waited < 10_000; waited += 10)
    await sleep(10)
  took.push(...(arrivals.get(post._id) ?? []).map((at) => at - sent))
  await sleep(300)
}
took.sort((a, b) => a - b)
const percentile = (share: number) => took[Math.ceil(took.length * share) - 1] ?? Number.NaN
const p99 = percentile(0.99)
console.log(
  `${POSTS} posts to ${FOLLOWERS} followers on the other node, of ${STREAMS} online: ${took.length} arrivals; from ` +
    `sending the post p50 ${percentile(0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, max ${percentile(1).toFixed(0)} ms`,
)
console.log(`After the posts: ${memory().toFixed(0)} MB. Load average ${sayLoads()}`)

for (const node of [near, far]) {
  node.child.kill('SIGTERM')
  const { code, output } = await node.ended
  if (code !== 0) console.log(`A node ended with ${code}:\n${output.slice(-2_000)}`)
}
await redis.kill()
await postgres.stop()
await rm(directory, { recursive: true, force: true })

const problems = [
  ...(cost > MEGABYTES_MAX ? [`the streams cost ${cost.toFixed(0)} MB`] : []),
  ...(took.length === POSTS * FOLLOWERS ? [] : ['posts reached too few or too many followers']),
  ...(p99 <= P99_MAX_MS ? [] : [`p99 is ${p99.toFixed(0)} ms`]),
]
console.log(sayVerdict(problems))
process.exit(problems.length === 0 ? 0 : 1)
