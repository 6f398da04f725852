import { type Agent, request } from 'node:http'
import { Readable } from 'node:stream'
import type { InjectOptions } from 'fastify'

/** Sends requests to an app, in this process or over the network. */
export interface Asked {
  inject(options: InjectOptions): Promise<NetworkAnswer>
}

interface NetworkAnswer {
  readonly statusCode: number
  readonly headers: Record<string, string | string[] | number | undefined>
  readonly body: string
  readonly rawPayload: Buffer
  json<T>(): T
}

/**
 * Sends requests over the network, with the interface of injected ones.
 * @param addressOf the address for the next request
 * @param agent keeps connections open; without one, each request opens its own
 */
export function askOver(addressOf: () => string, agent: Agent | false = false): Asked {
  return {
    async inject({ method = 'GET', url = '/', query, headers, payload, body = payload }) {
      const target = new URL(String(url), addressOf())
      for (const [name, value] of Object.entries((query as Record<string, string>) ?? {})) {
        target.searchParams.append(name, value)
      }
      const { bytes, headers: own } = bytesOf(body)
      return new Promise((resolve, reject) => {
        const sent = request(
          target,
          {
            method,
            agent,
            headers: { host: 'localhost', ...own, ...(headers as object) },
          },
          (answer) => {
            const chunks: Buffer[] = []
            answer.on('data', (chunk: Buffer) => chunks.push(chunk))
            answer.on('error', reject)
            answer.on('end', () => {
              const rawPayload = Buffer.concat(chunks)
              const text = rawPayload.toString()
              const { statusCode = 0 } = answer
              resolve({ statusCode, headers: answer.headers, body: text, rawPayload, json: () => JSON.parse(text) })
            })
          },
        )
        sent.on('error', reject)
        if (bytes instanceof Readable) bytes.pipe(sent)
        else sent.end(bytes)
      })
    },
  }
}

function bytesOf(body: unknown): { bytes: Buffer | Readable; headers: Record<string, string | number> } {
  if (body instanceof Readable) return { bytes: body, headers: {} }
  const isJson = typeof body === 'object' && body !== null && !Buffer.isBuffer(body)
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(isJson ? JSON.stringify(body) : String(body ?? ''))
  return {
    bytes,
    headers: { ...(isJson && { 'content-type': 'application/json' }), 'content-length': bytes.byteLength },
  }
}
