import type { Events } from '@quack/contract'
import { createParser } from 'eventsource-parser'
import type { TestApp } from './app.ts'
import type { Refusal } from './client.ts'

type Heard = { [Name in keyof Events]: { readonly name: Name; readonly data: Events[Name] } }[keyof Events]

export interface TestStream {
  /** All that came so far. */
  readonly heard: readonly Heard[]
  /** The place to go on from. */
  readonly lastId: () => string
  /** Waits until what came fits. */
  until(fits: (heard: readonly Heard[]) => boolean): Promise<void>
  /** The ids of all new posts that it told of. */
  readonly news: () => string[]
  /** Resolves when the server has ended it; `retryMs` is what it said of coming back. */
  readonly ended: Promise<void>
  readonly retryMs: () => number | null
  close(): void
}

/** Has the app listen on the network. */
export async function listen({ app }: Pick<TestApp, 'app'>): Promise<string> {
  return app.listen({ host: '127.0.0.1', port: 0 })
}

/** Opens a stream of events through a socket, and waits until it has said where things stand. */
export async function openStream(
  address: string,
  token: string | null,
  { watch = [], from = '' }: { watch?: readonly string[]; from?: string } = {},
): Promise<TestStream> {
  const abort = new AbortController()
  const response = await fetch(`${address}/api/events?watch=${watch.join()}`, {
    headers: { authorization: `Bearer ${token}`, ...(from === '' ? {} : { 'last-event-id': from }) },
    signal: abort.signal,
  })
  if (response.status !== 200 || !response.body) {
    throw new Error(`${response.status} ${((await response.json()) as Refusal).errors[0]}`)
  }
  const heard: Heard[] = []
  const waiting = new Set<() => void>()
  let lastId = ''
  let retryMs: number | null = null
  const parser = createParser({
    onEvent: ({ event, data }) => heard.push({ name: event, data: JSON.parse(data) } as Heard),
    onId: (id) => {
      lastId = id
    },
    onRetry: (value) => {
      retryMs = value
    },
  })
  const text = response.body.pipeThrough(new TextDecoderStream())
  const ended = (async () => {
    for await (const chunk of text) {
      parser.feed(chunk)
      for (const look of waiting) look()
    }
  })()
  const stream: TestStream = {
    heard,
    lastId: () => lastId,
    news: () => heard.flatMap((event) => (event.name === 'posts' ? event.data.ids : [])),
    until: (fits) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!fits(heard)) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
        ended.then(
          () => reject(new Error(`The stream ended before, after ${JSON.stringify(heard)}`)),
          (error: unknown) => reject(error),
        )
      }),
    ended,
    retryMs: () => retryMs,
    close: () => abort.abort(),
  }
  ended.catch(() => undefined)
  // The last of what is told first.
  await stream.until((events) => events.some(({ name }) => name === 'follower'))
  return stream
}
