import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Load, LoadResult } from './generator.ts'
import { type Measured, pin } from './processes.ts'
import type { Request } from './wrk.ts'

export interface Generator {
  /** @param requests sent one after the other, round and round; @param rate of them a second */
  offer(requests: readonly Request[], rate: number, seconds: number): Promise<LoadResult>
  end(): void
}

/** A load that keeps to its clock, from a process of its own. */
export async function startGenerator(server: Measured, connections: number): Promise<Generator> {
  const generator = fork(fileURLToPath(new URL('generator.ts', import.meta.url)))
  await pin(generator.pid, 'generator')
  const port = Number(new URL(server.address).port)
  return {
    async offer(requests, rate, seconds) {
      const answer = once(generator, 'message')
      generator.send({ port, requests: requests.map(asText), rate, seconds, connections } satisfies Load)
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
