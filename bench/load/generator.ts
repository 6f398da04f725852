import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { type Connection, openConnections } from './connection.ts'

/**
 * A load generator in a process of its own. With a rate, requests become due by the clock, however slow the answers
 * are, and latency counts from then on, including the wait for a free connection. Without a rate, each connection sends
 * the next request after each answer. docs/performance.md says why it is not a packaged generator.
 */
export interface Load {
  readonly port: number
  /** Complete requests as text, sent in order and repeatedly; null for those of the previous load. */
  readonly requests: readonly string[] | null
  /** Requests per second; null for as many as are answered. */
  readonly rate: number | null
  readonly seconds: number
  readonly connections: number
  /** Sleeps for a millisecond while nothing is due, for a processor that others use too. */
  readonly sleeps: boolean
}

export interface LoadResult {
  /** All requests that were due, sent or not. */
  readonly offered: number
  /** Those of them that waited for a free connection. */
  readonly queued: number
  /** Those of them without an answer 5 s after the end. */
  readonly unanswered: number
  /** The delay of the generator itself: from when a request was due until it was sent, if a connection was free. */
  readonly late: Spread
  /** Answers by status; 0 for a broken connection. */
  readonly statuses: Record<number, number>
  readonly accepted: Spread
  /** Answers with 503 or 429. */
  readonly refused: Spread
  /** The median of the accepted requests of each second. */
  readonly medians: number[]
}

/** In milliseconds. */
export interface Spread {
  readonly count: number
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/**
 * Of the histograms, in microseconds up to a minute. Lists of all times would cause garbage collection, during which
 * answers would seem late.
 */
const PRECISION = { figures: 3, lowest: 1, highest: 60_000_000 } as const

let requests: readonly Buffer[] = []
/** A load begins after the requests that were sent before, because their answers may still be cached. */
let next = 0

async function offer({ port, rate, seconds, connections, sleeps }: Load): Promise<LoadResult> {
  const all = await openConnections(port, connections)
  const free: Connection[] = [...all]
  const statuses: Record<number, number> = {}
  const accepted = createHistogram(PRECISION)
  const refused = createHistogram(PRECISION)
  const late = createHistogram(PRECISION)
  const bySecond: RecordableHistogram[] = []
  const waiting: number[] = []
  let nextWaiting = 0
  let sent = 0
  let answered = 0
  let isOver = false
  const start = performance.now()
  const end = start + seconds * 1_000

  function send(connection: Connection, due: number): void {
    sent++
    const request = requests[next++ % requests.length]
    if (!request) throw new Error('There are no requests.')
    connection.send(request, (status) => {
      if (isOver) return
      const now = performance.now()
      answered++
      statuses[status] = (statuses[status] ?? 0) + 1
      const took = inMicroseconds(now - due)
      if (status === 503 || status === 429) refused.record(took)
      else if (status !== 0) {
        accepted.record(took)
        const second = Math.floor((due - start) / 1_000)
        bySecond[second] ??= createHistogram(PRECISION)
        bySecond[second].record(took)
      }
      if (rate === null && now < end) return send(connection, now)
      const earliest = waiting[nextWaiting]
      if (earliest === undefined) {
        free.push(connection)
        return
      }
      nextWaiting++
      send(connection, earliest)
    })
  }

  if (rate === null) {
    for (const connection of free.splice(0)) send(connection, start)
    await until(() => performance.now() >= end, true)
  } else {
    let made = 0
    const total = Math.floor(rate * seconds)
    await until(() => {
      const now = Math.min(performance.now(), end)
      // The first one is due at once.
      for (const due = Math.min(Math.floor(((now - start) * rate) / 1_000) + 1, total); made < due; made++) {
        const at = start + (made * 1_000) / rate
        // The one that has been idle longest, because a server closes idle connections.
        const connection = free.shift()
        if (connection) {
          late.record(inMicroseconds(performance.now() - at))
          send(connection, at)
        } else waiting.push(at)
      }
      return now >= end
    }, sleeps)
  }
  // Requests in progress may still be answered for this time.
  const patience = performance.now() + 5_000
  await until(() => (answered === sent && nextWaiting === waiting.length) || performance.now() > patience, true)
  isOver = true
  for (const connection of all) connection.close()
  const offered = sent + waiting.length - nextWaiting
  return {
    offered,
    queued: waiting.length,
    unanswered: offered - answered,
    late: spread(late),
    statuses,
    accepted: spread(accepted),
    refused: spread(refused),
    medians: Array.from(bySecond, (took) => (took ? spread(took).p50 : 0)),
  }
}

/** @param sleeps checks every millisecond; otherwise continuously, so that requests are not sent in bursts */
function until(isDone: () => boolean, sleeps: boolean): Promise<void> {
  return new Promise((resolve) => {
    const again = sleeps ? () => setTimeout(look, 1) : () => setImmediate(look)
    const look = () => (isDone() ? resolve() : again())
    look()
  })
}

const inMicroseconds = (milliseconds: number) => Math.max(1, Math.round(milliseconds * 1_000))

function spread(took: RecordableHistogram): Spread {
  if (took.count === 0) return { count: 0, p50: 0, p99: 0, max: 0 }
  const inMs = (microseconds: number) => Math.round(microseconds / 100) / 10
  return { count: took.count, p50: inMs(took.percentile(50)), p99: inMs(took.percentile(99)), max: inMs(took.max) }
}

process.on('message', async (load: Load) => {
  if (load.requests) {
    requests = load.requests.map((text) => Buffer.from(text))
    next = 0
  }
  process.send?.(await offer(load))
})
