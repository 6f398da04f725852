import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pinned, run } from './processes.ts'

export interface Request {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly token?: string
  readonly body?: object
  /** What a write answers: the changed thing alone, unless it shall be what the specification says. */
  readonly answer?: 'minimal' | 'specified'
}

export interface Load {
  readonly requests: number
  readonly perSecond: number
  /** Of answers, in milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Of an answer with its head, on the average. */
  readonly bytes: number
  /** Answers with a status of 400 or above. */
  readonly refused: number
}

const SCRIPT = fileURLToPath(new URL('requests.lua', import.meta.url))
let files = 0

/** Writes requests to a file that `press` sends; what is sent again and again is written once. */
export function writeRequests(requests: readonly Request[]): string {
  const file = join(tmpdir(), `quack-requests-${process.pid}-${files++}`)
  const lines = requests.map(({ method, path, token = '', body, answer }) =>
    [method, path, token, answer === 'specified' ? '' : 'return=minimal', body ? JSON.stringify(body) : ''].join('\t'),
  )
  writeFileSync(file, lines.join('\n'))
  return file
}

/** Sends as many requests as are answered, over so many connections, for so long. */
export async function press(
  address: string,
  file: string,
  connections: number,
  seconds: number,
  from: 'start' | 'anywhere' = 'start',
): Promise<Load> {
  const flags = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', SCRIPT, address, '--', file, from]
  const output = await run(pinned('generator', ['wrk', ...flags]))
  const result = JSON.parse(/^RESULT (.*)$/m.exec(output)?.[1] ?? 'null') as Record<string, number> | null
  if (!result) throw new Error(`wrk said: ${output}`)
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
