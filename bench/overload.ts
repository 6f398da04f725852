import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { measureBounds } from './load/bounds.ts'
import { startGenerator } from './load/offer.ts'
import { overloadRequests } from './load/overload-mix.ts'
import type { Place } from './load/place.ts'
import { start } from './load/processes.ts'
import { sayLoads, sayShare, saySpread, sayStatuses } from './load/say.ts'
import type { Names } from './load/scenarios.ts'
import { watch } from './load/watch.ts'
import type { Request } from './load/wrk.ts'

/**
 * `npm run test:overload -- [--seconds 60] [--times 4] [--engine sqlite|postgres] [--data DIR]`: what a server process
 * does with several times the requests that it can answer. It measures the capacity, then offers a multiple of it.
 * Before, the generator proves on a bare server that it reaches this rate. `--data` stores the dataset for the next
 * run.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    times: { type: 'string', default: '4' },
    engine: { type: 'string', default: 'sqlite' },
    data: { type: 'string' },
  },
})
const engine = values.engine === 'postgres' ? 'postgres' : 'sqlite'
const seconds = Number(values.seconds)

const BARE = fileURLToPath(new URL('load/bare-server.ts', import.meta.url))
/** Connections that wait for each answer before the next request: enough to keep the server busy. */
const CLOSED = 32
const CONNECTIONS = 2_048
const CALM_SECONDS = 10
/** Fills the caches; the process then uses most of the memory that it ever will. */
const WARM_UP_SECONDS = 30
const P99_MAX_MS = { accepted: 500, refused: 100, generator: 50 } as const
/** Bound of the recovery: after so many seconds, the median is at most `times` that of before, plus `more` ms. */
const RECOVERED = { seconds: 5, times: 2, more: 5 } as const
/** Bound of the resident memory, as a factor of that before: during the overload, and 10 s after its end. */
const MEMORY = { growth: 1.25, seconds: 10 } as const
/** Success, a declared refusal (already liked), or load shedding. */
const EXPECTED = ['200', '201', '400', '503']

await measureBounds({ engine, size: '10K', data: values.data }, measure)

async function measure({ env }: Place, names: Names): Promise<readonly string[]> {
  const requests = overloadRequests(names)
  const server = await start('server/start.js', env, '/readyz')
  const generator = await startGenerator(server, CONNECTIONS, true)
  try {
    await generator.offer(requests, null, WARM_UP_SECONDS, CLOSED)
    const closed = await generator.offer(requests, null, 10, CLOSED)
    const capacity = Math.round(closed.accepted.count / 10)
    console.log(`Capacity: ${capacity} a second, with ${CLOSED} connections (${saySpread(closed.accepted)})`)
    const rate = capacity * Number(values.times)
    const proof = await proveGenerator(requests, rate)

    const before = await generator.offer(requests, capacity / 2, CALM_SECONDS)
    const calmMemory = server.memory()
    console.log(
      `Before, at half the capacity: ${saySpread(before.accepted)}; ${sayStatuses(before)}; ${calmMemory.toFixed(0)} MB`,
    )

    const watched = watch(server)
    const cpu = server.cpu()
    const figures = await server.figures()
    const over = await generator.offer(requests, rate, seconds)
    const share = (server.cpu() - cpu) / seconds
    const { hits } = (await server.figures()).since(figures)
    const { memories, health } = await watched.end()
    console.log(
      `Overload: ${Math.round(over.offered / seconds)} a second offered for ${seconds} s; ${sayStatuses(over)}`,
    )
    console.log(`  accepted ${saySpread(over.accepted)} (${Math.round(over.accepted.count / seconds)} a second)`)
    console.log(`  refused ${saySpread(over.refused)}`)
    console.log(
      `  the generator sent ${saySpread(over.late)} after they were due; ${over.queued} waited for a free connection`,
    )
    const most = Math.max(...memories)
    const slowest = Math.max(...health)
    console.log(
      `  ${sayShare(hits ?? 0)} of reads by the fast path; ${sayShare(share)} of a processor; ${most.toFixed(0)} MB at most; ` +
        `/healthz at most ${slowest.toFixed(0)} ms`,
    )

    const after = await generator.offer(requests, capacity / 2, MEMORY.seconds)
    const afterMemory = server.memory()
    const limit = before.accepted.p50 * RECOVERED.times + RECOVERED.more
    const recovered = after.medians.findIndex((median) => median <= limit)
    console.log(
      `After: ${saySpread(after.accepted)}; ${sayStatuses(after)}; recovered in second ${recovered}; ${afterMemory.toFixed(0)} MB`,
    )
    console.log(`Load average ${sayLoads()}`)
    return [
      ...proof,
      ...(over.accepted.p99 > P99_MAX_MS.accepted ? [`p99 of accepted requests is ${over.accepted.p99} ms`] : []),
      ...(over.refused.p99 > P99_MAX_MS.refused ? [`p99 of refused requests is ${over.refused.p99} ms`] : []),
      ...(over.unanswered > 0 ? [`${over.unanswered} had no answer`] : []),
      ...(Object.keys(over.statuses).every((status) => EXPECTED.includes(status))
        ? []
        : ['answers with other statuses']),
      ...(most > calmMemory * MEMORY.growth
        ? [`memory grew from ${calmMemory.toFixed(0)} to ${most.toFixed(0)} MB`]
        : []),
      ...(afterMemory > calmMemory * MEMORY.growth ? ['memory stays high'] : []),
      ...(recovered === -1 || recovered > RECOVERED.seconds ? ['it does not recover'] : []),
      ...(Number.isFinite(slowest) ? [] : ['/healthz was refused']),
    ]
  } finally {
    generator.end()
    await server.stop()
  }
}

/** Checks that the generator keeps the rate with a bare node:http server. Otherwise it would measure itself. */
async function proveGenerator(requests: readonly Request[], rate: number): Promise<readonly string[]> {
  const bare = await start(BARE, { BYTES: '4000' })
  const generator = await startGenerator(bare, CONNECTIONS, true)
  try {
    await generator.offer(requests, rate, 2)
    const { accepted, late, unanswered, offered } = await generator.offer(requests, rate, 5)
    console.log(
      `The generator, on a bare server: ${Math.round(offered / 5)} a second sent ${saySpread(late)} after they were due, ` +
        `answered ${saySpread(accepted)}`,
    )
    const isGood = unanswered === 0 && accepted.p99 <= P99_MAX_MS.generator
    return isGood ? [] : ['the generator is too slow for this rate on this machine']
  } finally {
    generator.end()
    await bare.stop()
  }
}
