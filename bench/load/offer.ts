import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Load, LoadResult } from './generator.ts'
import { type Measured, pin } from './processes.ts'
import type { Request } from './wrk.ts'

export interface Generator {
  /** @param requests sent in order and repeatedly @param rate per second; null for as many as are answered */
  offer(requests: readonly Request[], rate: number | null, seconds: number, connections?: number): Promise<LoadResult>
  end(): void
}

/**
 * Starts a load generator in a process of its own.
 * @param connections the default of each offer @param sleeps leaves the processor to others while nothing is due
 */
export async function startGenerator(
  server: Pick<Measured, 'address'>,
  connections: number,
  sleeps = false,
): Promise<Generator> {
  const generator = fork(fileURLToPath(new URL('generator.ts', import.meta.url)))
  await pin(generator.pid, 'generator')
  const port = Number(new URL(server.address).port)
  let known: readonly Request[] | null = null
  return {
    async offer(requests, rate, seconds, over = connections) {
      const answer = once(generator, 'message')
      const texts = requests === known ? null : requests.map(asText)
      known = requests
      generator.send({ port, requests: texts, rate, seconds, connections: over, sleeps } satisfies Load)
      const [result] = (await answer) as [LoadResult]
      return result
    },
    end: () => void generator.kill(),
  }
}

function asText({ method, path, token, body }: Request): string {
  const json = body ? JSON.stringify(body) : ''
  return [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    'Prefer: return=minimal',
    ...(body ? ['Content-Type: application/json', `Content-Length: ${json.length}`] : []),
    '',
    json,
  ].join('\r\n')
}
