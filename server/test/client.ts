import type { Route, RouteAnswer, RouteInput } from '@quack/contract'
import type { InjectOptions } from 'fastify'
import { BREACH_HEADER } from './answers.ts'
import type { Asked } from './network.ts'

/** The headers of a write that is to answer with what it changed alone. */
export const MINIMAL = { prefer: 'return=minimal' }

/** Only the parts that a call declares. Invalid requests go through `send`. */
type Input<R extends Route> = {
  [Part in keyof RouteInput<R> as undefined extends RouteInput<R>[Part] ? never : Part]?: RouteInput<R>[Part]
}

export interface Answer<Body> {
  readonly status: number
  readonly body: Body
  readonly headers: Record<string, string | string[] | number | undefined>
}

export interface Refusal {
  readonly errors: string[]
  readonly requestId: string
}

export interface Client {
  readonly token: string | null
  /** Calls the API and expects success. Throws with the answer otherwise. */
  call<R extends Route>(route: R, input?: Input<R>): Promise<RouteAnswer<R>>
  /** Calls the API and expects a refusal. Throws with the answer otherwise. */
  refuse<R extends Route>(route: R, input?: Input<R>): Promise<{ status: number; message: string }>
  /** Any request, with this client's token unless the headers contain one. */
  send(options: InjectOptions): Promise<Answer<unknown>>
}

export function createClient(app: Asked, token: string | null): Client {
  async function send(options: InjectOptions): Promise<Answer<unknown>> {
    const authorization = token === null ? {} : { authorization: `Bearer ${token}` }
    const response = await app.inject({ ...options, headers: { ...authorization, ...options.headers } })
    const breach = response.headers[BREACH_HEADER]
    if (breach !== undefined) throw new Error(`The answer breaks the contract: ${decodeURI(String(breach))}`)
    const isJson = String(response.headers['content-type']).startsWith('application/json') && response.body !== ''
    return {
      status: response.statusCode,
      body: isJson ? response.json() : response.body,
      headers: response.headers,
    }
  }

  return {
    token,
    send,
    async call(route, input) {
      const answer = await send(requestOf(route, input))
      if (answer.status >= 300)
        throw new Error(`${route} answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 500)}`)
      return answer.body as RouteAnswer<typeof route>
    },
    async refuse(route, input) {
      const answer = await send(requestOf(route, input))
      if (answer.status < 400)
        throw new Error(`${route} answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 500)}`)
      return { status: answer.status, message: (answer.body as Refusal).errors[0] ?? '' }
    },
  }
}

function requestOf(route: Route, input: Partial<Record<string, unknown>> = {}): InjectOptions {
  const [method, path = ''] = route.split(' ')
  const params = (input.params ?? {}) as Record<string, string>
  const query = (input.query ?? {}) as Record<string, string>
  return {
    method: method as 'GET',
    url: path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')),
    query,
    headers: (input.headers ?? {}) as Record<string, string>,
    ...(input.body === undefined ? {} : { payload: input.body as object }),
  }
}
