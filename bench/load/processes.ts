import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '@quack/testing/free-port'
import { ENVIRONMENT, FLAGS } from '../../server/node-settings.js'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/**
 * The measured process is pinned to the first processor, unless told otherwise, and the load generator to the second.
 */
const PROCESSOR = { server: '0', generator: '1' } as const
const canPin = existsSync('/usr/bin/taskset') && availableParallelism() > 1

/** The use of the processors, for reports. */
export const PLACES = canPin
  ? `the generator is pinned to processor ${PROCESSOR.generator}, and the server to ${PROCESSOR.server} unless told otherwise`
  : 'nothing is pinned to a processor'

export function pinned(role: keyof typeof PROCESSOR, command: readonly string[]): readonly string[] {
  return canPin ? ['taskset', '-c', PROCESSOR[role], ...command] : command
}

/** Like `pinned`, for a running process. */
export async function pin(pid: number | undefined, role: keyof typeof PROCESSOR): Promise<void> {
  if (canPin && pid !== undefined) await run(['taskset', '-cp', PROCESSOR[role], String(pid)])
}

export async function run([name = '', ...flags]: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(name, flags, { maxBuffer: 16_000_000 })
  return stdout
}

/** A process that is measured. */
export interface Measured {
  readonly address: string
  /** From the start of the process to its first answer, in milliseconds. */
  readonly readyAfter: number
  /** CPU time used so far, in user and kernel mode, in seconds. */
  cpu(): number
  /** Resident memory, in MB. */
  memory(): number
  /** Read from disk so far, in MB. */
  diskRead(): number
  /** The counters of its /metrics; only of our own server. */
  figures(): Promise<Figures>
  stop(): Promise<void>
}

/**
 * Starts a script that listens on PORT, with the settings of `npm start`.
 * @param path answers 200 once it is ready
 * @param isPinned false if its threads are to have both processors
 */
export async function start(
  script: string,
  env: Record<string, string>,
  path = '/',
  isPinned = true,
): Promise<Measured> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const command = [process.execPath, ...FLAGS, script]
  const [name = '', ...flags] = isPinned ? pinned('server', command) : command
  const began = performance.now()
  const child = spawn(name, flags, {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...ENVIRONMENT, ...env, HOST: '127.0.0.1', PORT: String(port) },
  })
  await untilReady(child, address + path)
  const readyAfter = performance.now() - began
  return {
    address,
    readyAfter,
    cpu: () => cpuOf(child),
    memory: () => memoryOf(child),
    diskRead: () => diskReadOf(child),
    figures: () => readFigures(address),
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline && child.exitCode === null) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await sleep(5)
  }
  child.kill('SIGKILL')
  throw new Error('The process to measure did not start.')
}

/** Linux counts CPU time in hundredths of a second. */
function cpuOf({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

function memoryOf({ pid }: ChildProcess): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1_000
}

function diskReadOf({ pid }: ChildProcess): number {
  return Number(/^read_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]) / 1e6
}

/** Counters of the server's /metrics. */
interface Figures {
  readonly queries: number
  readonly found: number
  readonly made: number
  /** @returns the counts since `before`; `hits`, the share of reads by the fast path, is null if there were none */
  since(before: Figures): { readonly queries: number; readonly hits: number | null }
}

async function readFigures(address: string): Promise<Figures> {
  const text = await (await fetch(`${address}/metrics`)).text()
  const read = (series: string): number => {
    const line = text.split('\n').find((each) => each.startsWith(`${series} `))
    return Number(line?.split(' ').at(-1) ?? 0)
  }
  const queries = read('quack_database_queries_total')
  const found = read('quack_cache_hits_total{cache="plans"}')
  const made = read('quack_cache_misses_total{cache="plans"}')
  return {
    queries,
    found,
    made,
    since(before) {
      const [hits, misses] = [found - before.found, made - before.made]
      return { queries: queries - before.queries, hits: hits + misses === 0 ? null : hits / (hits + misses) }
    },
  }
}

/** Dataset M takes some minutes, as the server's indexing rests between its steps. */
const INDEXED_WITHIN_MS = 60 * 60_000

/**
 * Waits until the server has indexed a new dataset for search. Its statements and its processor time would otherwise
 * count as those of the requests.
 */
export async function untilIndexed(server: Measured): Promise<void> {
  const deadline = performance.now() + INDEXED_WITHIN_MS
  while ((await readMetric(server, 'quack_search_first_index_done')) < 1) {
    if (performance.now() > deadline) throw new Error('The posts are not indexed.')
    await sleep(1_000)
  }
}

/** @returns not a number if the server has no such metric */
export async function readMetric({ address }: Measured, name: string): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text()
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1] ?? Number.NaN)
}
