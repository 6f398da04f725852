import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pinned, run } from './processes.ts'

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly token?: string
  readonly body?: object
  /** The answer of a write: by default only the changed entity; `specified` is the full answer of the specification. */
  readonly answer?: 'minimal' | 'specified'
}

export interface Load {
  readonly requests: number
  readonly perSecond: number
  /** Latency in milliseconds. */
  readonly p50: number
  readonly p99: number
  /** The average size of an answer with its head. */
  readonly bytes: number
  /** Answers with a status of 400 or above. */
  readonly refused: number
}

/**
 * An answer that takes longer counts as none. Under load, some searches take longer than wrk's own limit of two
 * seconds.
 */
const TIMEOUT_SECONDS = 60
const SCRIPT = fileURLToPath(new URL('requests.lua', import.meta.url))
let files = 0

/** Writes requests to a file, which `press` can send many times. */
export function writeRequests(requests: readonly Request[]): string {
  const file = join(tmpdir(), `quack-requests-${process.pid}-${files++}`)
  const lines = requests.map(({ method, path, token = '', body, answer }) =>
    [method, path, token, answer === 'specified' ? '' : 'return=minimal', body ? JSON.stringify(body) : ''].join('\t'),
  )
  writeFileSync(file, lines.join('\n'))
  return file
}

/** Sends requests over these connections for some seconds, each after the previous answer. */
export async function press(
  address: string,
  file: string,
  connections: number,
  seconds: number,
  order: 'in order' | 'random' = 'in order',
): Promise<Load> {
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, `--timeout=${TIMEOUT_SECONDS}s`, '--latency']
  const flags = [...options, '-s', SCRIPT, address, '--', file, order]
  const output = await run(pinned('generator', ['wrk', ...flags]))
  const result = JSON.parse(/^RESULT (.*)$/m.exec(output)?.[1] ?? 'null') as Record<string, number> | null
  if (!result) throw new Error(`wrk printed no result: ${output}`)
  const { requests = 0, microseconds = 1, bytes = 0, p50 = 0, p99 = 0, refused = 0, broken = 0 } = result
  if (broken > 0) throw new Error(`${broken} requests were not answered.`)
  return {
    requests,
    perSecond: requests / (microseconds / 1e6),
    p50: p50 / 1e3,
    p99: p99 / 1e3,
    bytes: bytes / Math.max(1, requests),
    refused,
  }
}
