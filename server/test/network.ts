import type { InjectOptions } from 'fastify'

/** What a client needs of an app: to be asked, in this process or over the network. */
export interface Asked {
  inject(options: InjectOptions): Promise<{
    readonly statusCode: number
    readonly headers: Record<string, string | string[] | number | undefined>
    readonly body: string
    json(): unknown
  }>
}

/** @param addressOf where the next request goes */
export function askOver(addressOf: () => string): Asked {
  return {
    async inject({ method = 'GET', url = '/', query, headers, payload }) {
      const target = new URL(String(url), addressOf())
      for (const [name, value] of Object.entries((query as Record<string, string>) ?? {})) {
        target.searchParams.append(name, value)
      }
      const isJson = typeof payload === 'object' && payload !== null
      const send = () =>
        fetch(target, {
          method,
          headers: { ...(headers as Record<string, string>), ...(isJson && { 'content-type': 'application/json' }) },
          ...(payload !== undefined && { body: isJson ? JSON.stringify(payload) : String(payload) }),
        })
      // A connection that was idle for long may be closed just now: what changes nothing is asked again.
      const answer = await send().catch((error: unknown) => {
        if (method !== 'GET') throw error
        return send()
      })
      const body = await answer.text()
      return {
        statusCode: answer.status,
        headers: Object.fromEntries(answer.headers),
        body,
        json: () => JSON.parse(body) as unknown,
      }
    },
  }
}
