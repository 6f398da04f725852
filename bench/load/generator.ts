import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { type Connection, openConnections } from './connection.ts'

/**
 * Offers a load, in a process of its own. At a rate it keeps to its clock, however slow the answers are, and counts
 * from when a request was due: who waits for a free connection waits for the server too. Without a rate each
 * connection sends the next request after each answer.
 */
export interface Load {
  readonly port: number
  /** Whole requests as text, sent one after the other, round and round. */
  readonly requests: readonly string[]
  /** Requests a second; null for as many as are answered. */
  readonly rate: number | null
  readonly seconds: number
  readonly connections: number
}

export interface LoadResult {
  readonly offered: number
  /** By status; 0 for a connection that broke. */
  readonly statuses: Record<number, number>
  readonly accepted: Spread
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

async function offer({ port, requests, rate, seconds, connections }: Load): Promise<LoadResult> {
  const all = await openConnections(port, connections)
  const free: Connection[] = [...all]
  const statuses: Record<number, number> = {}
  const accepted = createHistogram(PRECISION)
  const refused = createHistogram(PRECISION)
  const bySecond: RecordableHistogram[] = []
  const waiting: number[] = []
  let nextWaiting = 0
  let offered = 0
  let answered = 0
  let isOver = false
  const start = performance.now()
  const end = start + seconds * 1_000

  function send(connection: Connection, due: number): void {
    const request = requests[offered++ % requests.length] ?? ''
    connection.send(request, (status) => {
      if (isOver) return
      const now = performance.now()
      answered++
      statuses[status] = (statuses[status] ?? 0) + 1
      const took = Math.max(1, Math.round((now - due) * 1_000))
      if (status === 503 || status === 429 || status === 0) refused.record(took)
      else {
        accepted.record(took)
        const second = Math.floor((due - start) / 1_000)
        bySecond[second] ??= createHistogram(PRECISION)
        bySecond[second].record(took)
      }
      if (rate === null && now < end) return send(connection, now)
      const next = waiting[nextWaiting]
      if (next === undefined) {
        free.push(connection)
        return
      }
      nextWaiting++
      send(connection, next)
    })
  }

  if (rate === null) {
    for (const connection of free.splice(0)) send(connection, start)
    await until(() => performance.now() >= end)
  } else {
    let made = 0
    await until(() => {
      const now = Math.min(performance.now(), end)
      for (const due = Math.floor(((now - start) * rate) / 1_000); made < due; made++) {
        const at = start + (made * 1_000) / rate
        // The one that has rested longest: a server ends those that have been silent for long.
        const connection = free.shift()
        if (connection) send(connection, at)
        else waiting.push(at)
      }
      return now >= end
    })
  }
  // What is under way may still be answered, for so long.
  const patience = performance.now() + 5_000
  await until(() => (answered === offered && nextWaiting === waiting.length) || performance.now() > patience)
  isOver = true
  for (const connection of all) connection.close()
  const medians = Array.from(bySecond, (took) => (took ? spread(took).p50 : 0))
  return { offered, statuses, accepted: spread(accepted), refused: spread(refused), medians }
}

/** Looks without a pause, for a clock of a millisecond would send what is due in bursts: the generator has a processor to itself. */
function until(isDone: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => (isDone() ? resolve() : setImmediate(look))
    look()
  })
}

function spread(took: RecordableHistogram): Spread {
  if (took.count === 0) return { count: 0, p50: 0, p99: 0, max: 0 }
  const inMs = (microseconds: number) => Math.round(microseconds / 100) / 10
  return { count: took.count, p50: inMs(took.percentile(50)), p99: inMs(took.percentile(99)), max: inMs(took.max) }
}

process.on('message', async (load: Load) => {
  process.send?.(await offer(load))
})
