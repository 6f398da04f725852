import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startServerProcess } from '../server/test/process.ts'
import { startPostgres } from '../tools/src/postgres.ts'
import { prepareData } from './load/data.ts'
import type { Load, LoadResult } from './load/generator.ts'

/**
 * `npm run overload -- --seconds 60 --times 4 --engine sqlite|postgres`: what a server process does with several times
 * the requests that it can answer. First its capacity is measured, then that is offered several times over.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    times: { type: 'string', default: '4' },
    engine: { type: 'string', default: 'sqlite' },
  },
})
const CONNECTIONS = 2_048
const P99_MAX_MS = 500
/** Within so many seconds afterwards it is as fast as before: at most so many times the median, and so many more ms. */
const RECOVERED = { seconds: 5, times: 2, more: 5 }
/** What the resident memory may grow by between the first third of the overload and its end. */
const GROWTH_MAX = 1.25

const postgres = values.engine === 'postgres' ? await startPostgres(true) : null
const directory = await mkdtemp(join(tmpdir(), 'quack-overload-'))
const server = startServerProcess({
  ...{ DATA_DIR: directory, DEMO: 'off', LOG_LEVEL: 'error' },
  ...(postgres && { DATABASE_URL: postgres.url }),
})
const address = await server.ready
const port = Number(new URL(address).port)
const { requests } = await prepareData(address)

const generator = fork(fileURLToPath(new URL('load/generator.ts', import.meta.url)))
async function offer(load: Pick<Load, 'rate' | 'seconds' | 'connections'>): Promise<LoadResult> {
  const answer = once(generator, 'message')
  generator.send({ port, requests, ...load } satisfies Load)
  const [result] = (await answer) as [LoadResult]
  return result
}
/** Resident memory of the server, in megabytes. */
function memory(): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1_024)
}
const show = ({ count, p50, p99, max }: LoadResult['accepted']) =>
  `${count}, p50 ${p50} ms, p99 ${p99} ms, max ${max} ms`

console.log(
  `On ${values.engine}; load average ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
)
await offer({ rate: null, seconds: 5, connections: 32 })
const closed = await offer({ rate: null, seconds: 10, connections: 32 })
const capacity = Math.round(closed.accepted.count / 10)
console.log(`Capacity: ${capacity} requests a second, with 32 connections (${show(closed.accepted)})`)

const calm = { rate: capacity / 2, seconds: 10, connections: CONNECTIONS }
const before = await offer(calm)
console.log(`Before, at half of it: ${show(before.accepted)}; refused ${before.refused.count}`)

const memories: number[] = []
const watch = setInterval(() => memories.push(memory()), 1_000)
const health: number[] = []
const healthWatch = setInterval(async () => {
  const asked = performance.now()
  const { status } = await fetch(`${address}/healthz`)
  health.push(status === 200 ? performance.now() - asked : Number.POSITIVE_INFINITY)
}, 1_000)
const rate = capacity * Number(values.times)
const over = await offer({ rate, seconds: Number(values.seconds), connections: CONNECTIONS })
clearInterval(watch)
clearInterval(healthWatch)
const after = await offer(calm)

const seconds = Number(values.seconds)
console.log(`Overload: ${Math.round(over.offered / seconds)} a second offered for ${seconds} s`)
console.log(`  accepted ${show(over.accepted)} (${Math.round(over.accepted.count / seconds)} a second)`)
console.log(`  refused ${show(over.refused)}; statuses ${JSON.stringify(over.statuses)}`)
const early = memories[Math.floor(memories.length / 3)] ?? 0
const late = Math.max(...memories.slice(-5))
console.log(
  `  memory ${early} MB after a third, ${late} MB at the end; /healthz at most ${Math.max(...health).toFixed(0)} ms`,
)
const recovered = after.medians.findIndex((median) => median <= before.accepted.p50 * RECOVERED.times + RECOVERED.more)
console.log(
  `After: ${show(after.accepted)}; statuses ${JSON.stringify(after.statuses)}; as before from second ${recovered} on`,
)
console.log(
  `Load average ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
)

generator.kill()
server.child.kill('SIGTERM')
const { code, output } = await server.ended
if (code !== 0) console.log(`The server ended with ${code}:\n${output.slice(-2_000)}`)
await postgres?.stop()
await rm(directory, { recursive: true, force: true })

const problems = [
  ...(over.accepted.p99 >= P99_MAX_MS ? [`p99 is ${over.accepted.p99} ms`] : []),
  ...(late > early * GROWTH_MAX ? ['memory grows'] : []),
  ...(recovered === -1 || recovered > RECOVERED.seconds ? ['it does not recover'] : []),
  ...(health.every(Number.isFinite) ? [] : ['/healthz was refused']),
  ...(Object.keys(over.statuses).every((status) => ['200', '201', '400', '503', '429'].includes(status))
    ? []
    : ['answers that are neither']),
]
console.log(problems.length === 0 ? 'Held.' : `Not held: ${problems.join('; ')}`)
process.exitCode = problems.length === 0 ? 0 : 1
