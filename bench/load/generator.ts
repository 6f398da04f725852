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

async function offer({ port, requests, rate, seconds, connections }: Load): Promise<LoadResult> {
  const all = await openConnections(port, connections)
  const free: Connection[] = [...all]
  const statuses: Record<number, number> = {}
  const accepted: number[] = []
  const refused: number[] = []
  const bySecond: number[][] = []
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
      const took = now - due
      if (status === 503 || status === 429 || status === 0) refused.push(took)
      else {
        accepted.push(took)
        const second = Math.floor((due - start) / 1_000)
        const same = bySecond[second] ?? []
        bySecond[second] = same
        same.push(took)
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
  const medians = Array.from(bySecond, (took) => spread(took ?? []).p50)
  return { offered, statuses, accepted: spread(accepted), refused: spread(refused), medians }
}

/** Looks without a pause, for a clock of a millisecond would send what is due in bursts: the generator has a processor to itself. */
function until(isDone: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => (isDone() ? resolve() : setImmediate(look))
    look()
  })
}

function spread(took: number[]): Spread {
  const sorted = Float64Array.from(took).sort()
  const at = (share: number) =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) }
}

process.on('message', async (load: Load) => {
  process.send?.(await offer(load))
})
