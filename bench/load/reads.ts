import { fileURLToPath } from 'node:url'
import { type Measured, start } from './processes.ts'
import type { Names, ReadScenario } from './scenarios.ts'
import { type Load, press, type Request, writeRequests } from './wrk.ts'

export interface ReadResult {
  readonly name: string
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Requests per second of the bare server with as many bytes, in the same run. */
  readonly ceiling: number
  readonly ratio: number
  /** CPU time of the server per 1,000 requests, in seconds. */
  readonly cpuPer1000: number
  /** Statements per request, and the share of requests by the fast path; null if there were none. */
  readonly queries: number
  readonly hits: number | null
  /** The mean size of an answer's body. */
  readonly bytes: number
  /** The server's memory afterwards, in MB. */
  readonly memory: number
}

/** How a scenario is measured. */
export interface Effort {
  readonly runs: number
  readonly seconds: number
  readonly connections: number
}

const BARE = fileURLToPath(new URL('bare-server.ts', import.meta.url))

/** Runs a scenario, alternating with its ceiling. Rates and times are medians. */
export async function measureRead(
  server: Measured,
  scenario: ReadScenario,
  names: Names,
  { runs, seconds, connections }: Effort,
): Promise<ReadResult> {
  const requests = scenario.requests(names)
  const file = writeRequests(requests)
  const bytes = await meanBytes(server.address, requests)
  const bare = await start(BARE, { BYTES: String(bytes) })
  try {
    await warmUp(server, file, { seconds, connections }, requests.length)
    await press(bare.address, file, connections, 1)
    const loads: (Load & { cpu: number })[] = []
    const ceilings: number[] = []
    const before = await server.figures()
    for (let run = 0; run < runs; run++) {
      ceilings.push((await press(bare.address, file, connections, seconds)).perSecond)
      const spent = server.cpu()
      const load = await press(server.address, file, connections, seconds, 'random')
      if (load.refused > 0) throw new Error(`${scenario.name}: ${load.refused} requests were refused.`)
      loads.push({ ...load, cpu: ((server.cpu() - spent) / load.requests) * 1_000 })
    }
    const since = (await server.figures()).since(before)
    const requested = loads.reduce((sum, load) => sum + load.requests, 0)
    const perSecond = median(loads.map((load) => load.perSecond))
    const ceiling = median(ceilings)
    return {
      name: scenario.name,
      perSecond,
      p50: median(loads.map((load) => load.p50)),
      p99: median(loads.map((load) => load.p99)),
      ceiling,
      ratio: perSecond / ceiling,
      cpuPer1000: median(loads.map((load) => load.cpu)),
      queries: since.queries / requested,
      hits: since.hits,
      bytes,
      memory: server.memory(),
    }
  } finally {
    await bare.stop()
  }
}

/** A warm-up that is not over by then is ended. */
const WARM_UPS_MAX = 40
/** The caches get no fuller when a request needs as many statements as so many runs before. */
const SAME_STATEMENTS_RUNS = 4
/**
 * Until so many requests were sent, most are the first of their reader, and need as many statements as the one before.
 */
const FIRST_REQUESTS = 10_000

/**
 * Fills the caches and lets the compiler optimise: until twice as many were sent as there are, or more of them fill no more caches,
 * and it gets no faster. How full they are is seen from the statements, because the speed of a machine varies.
 */
async function warmUp(
  server: Measured,
  file: string,
  { seconds, connections }: Omit<Effort, 'runs'>,
  requests: number,
): Promise<void> {
  const statements: number[] = []
  let before = 0
  let asked = 0
  while (statements.length < WARM_UPS_MAX) {
    const figures = await server.figures()
    const load = await press(server.address, file, connections, seconds, 'random')
    const now = (await server.figures()).since(figures).queries / load.requests
    const earlier = statements.at(-SAME_STATEMENTS_RUNS)
    statements.push(now)
    asked += load.requests
    const isSame = earlier !== undefined && now > earlier * 0.95
    const isFull = asked >= 2 * requests || (asked >= FIRST_REQUESTS && isSame)
    if (isFull && load.perSecond < before * 1.1) return
    before = load.perSecond
  }
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

async function meanBytes(address: string, requests: readonly Request[]): Promise<number> {
  const some = requests.slice(0, 50)
  let sum = 0
  for (const { path, token } of some) {
    const answer = await fetch(address + path, { headers: token ? { authorization: `Bearer ${token}` } : {} })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    sum += (await answer.arrayBuffer()).byteLength
  }
  return Math.round(sum / some.length)
}
