import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { type Connection, openConnections } from './connection.ts'

/**
 * Offers a load, in a process of its own. At a rate it keeps to its clock, however slow the answers are, and counts
 * from when a request was due: who waits for a free connection waits for the server too. Without a rate each
 * connection sends the next request after each answer. Why it is not a packaged one: docs/performance.md.
 */
export interface Load {
  readonly port: number
  /** Whole requests as text, sent one after the other, round and round; null for those of the load before. */
  readonly requests: readonly string[] | null
  /** Requests a second; null for as many as are answered. */
  readonly rate: number | null
  readonly seconds: number
  readonly connections: number
  /** Sleeps for a millisecond while nothing is due: for a machine where others need its processor too. */
  readonly sleeps: boolean
}

export interface LoadResult {
  /** All that were due, sent or not. */
  readonly offered: number
  /** Of these, so many had to wait for a free connection. */
  readonly queued: number
  /** Of these, so many had no answer 5 s after the end. */
  readonly unanswered: number
  /** How late the generator itself was: from when a request was due until it was sent, where a connection was free. */
  readonly late: Spread
  /** By status; 0 for a connection that broke. */
  readonly statuses: Record<number, number>
  readonly accepted: Spread
  /** With 503 or 429. */
  readonly refused: Spread
  /** The median of what was accepted, second by second. */
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
 * Of what is counted, in microseconds up to a minute. Lists of every answer's time would have to be collected as garbage
 * in the end, and answers that came meanwhile would seem late.
 */
const PRECISION = { figures: 3, lowest: 1, highest: 60_000_000 } as const

let requests: readonly Buffer[] = []
/** Where a load begins: after those that were sent before, which may still be cached. */
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
    if (!request) throw new Error('There is nothing to send.')
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
    await until(() => {
      const now = Math.min(performance.now(), end)
      for (const due = Math.floor(((now - start) * rate) / 1_000); made < due; made++) {
        const at = start + (made * 1_000) / rate
        // The one that has rested longest: a server ends those that have been silent for long.
        const connection = free.shift()
        if (connection) {
          late.record(inMicroseconds(performance.now() - at))
          send(connection, at)
        } else waiting.push(at)
      }
      return now >= end
    }, sleeps)
  }
  // What is under way may still be answered, for so long.
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

/** @param sleeps looks every millisecond; otherwise without a pause, so that what is due is not sent in bursts */
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
