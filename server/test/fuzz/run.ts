import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { startPostgres } from '@quack/testing/postgres'
import { createRandom } from '@quack/testing/random'
import { chooseBroken } from './broken-http.ts'
import { chooseRequest, judge, show } from './fuzz.ts'
import { createSender, sendBytes } from './sockets.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/**
 * `npm run test:fuzz -- --requests 200000 --engine sqlite|postgres --seed N`: the long form of fuzz.test.ts, over real
 * sockets.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200000' },
    engine: { type: 'string', default: 'sqlite' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
  },
})
const requests = Number(values.requests)
const seed = Number(values.seed)
/** Maximum heap growth in the second half, in megabytes. Server and client run in this process. */
const GROWTH_MAX_MB = 15
const AT_ONCE = 8
const PROBLEMS_SHOWN = 20

const given = process.env.TEST_DATABASE_URL
const postgres = values.engine === 'postgres' && !given ? await startPostgres() : null
process.env.TEST_DATABASE_URL = values.engine === 'postgres' ? (postgres?.url ?? given) : ''

// Imported late, because the harness reads its engine when it is loaded.
const { startTestApp } = await import('../app.ts')
const { createBases } = await import('./bases.ts')
const app = await startTestApp()
const bases = await createBases(app)
const address = await app.app.listen({ host: '127.0.0.1', port: 0 })
const port = Number(new URL(address).port)
const sender = createSender(port)

const random = createRandom(seed)
const problems: string[] = []
const statuses = new Map<number, number>()
let sent = 0
let slowest = 0
let middle = 0
const started = performance.now()
console.log(`${requests} bad requests on ${values.engine}, seed ${seed}`)

async function one(): Promise<void> {
  const start = performance.now()
  // One in twenty is not HTTP.
  const isBroken = random.chance(0.05)
  const broken = isBroken ? chooseBroken(random) : null
  const request = chooseRequest(random, bases)
  const shown = broken ? broken.what : show(request)
  try {
    const answer = broken ? await sendBytes(port, broken.bytes) : await sender.send(request)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    const problem = judge(broken ? { ...request, verdict: 'refused' } : request, answer)
    if (problem !== null) problems.push(`${problem}: ${shown}`)
  } catch (error) {
    problems.push(`${String(error)}: ${shown}`)
  }
  slowest = Math.max(slowest, performance.now() - start)
}

async function work(until: number): Promise<void> {
  while (sent < until && problems.length < PROBLEMS_SHOWN) {
    sent++
    if (sent % 20_000 === 0) console.log(`${sent} sent, heap ${heapMegabytes().toFixed(1)} MB`)
    await one()
  }
}
for (const until of [requests / 2, requests]) {
  await Promise.all(Array.from({ length: AT_ONCE }, () => work(until)))
  if (until < requests) middle = heapMegabytes()
}
const end = heapMegabytes()
const seconds = (performance.now() - started) / 1_000

sender.close()
await app.close()
await postgres?.stop()
const figures = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
console.log(`${sent} requests in ${seconds.toFixed(0)} s, the slowest ${slowest.toFixed(0)} ms. ${figures.join(', ')}`)
console.log(`Heap after collection: ${middle.toFixed(1)} MB in the middle, ${end.toFixed(1)} MB at the end.`)
for (const problem of problems) console.log(`\n${problem}`)
if (end - middle > GROWTH_MAX_MB) console.log(`\nThe heap grew by more than ${GROWTH_MAX_MB} MB.`)
process.exitCode = problems.length > 0 || end - middle > GROWTH_MAX_MB ? 1 : 0

/** The heap size after a full garbage collection, in megabytes. */
function heapMegabytes(): number {
  collect()
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}
