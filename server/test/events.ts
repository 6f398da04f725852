import type { TestApp } from './app.ts'
import { type Heard, readEvents } from './read-events.ts'

export interface TestStream {
  /** All events so far. */
  readonly heard: readonly Heard[]
  /** The id of the last event, to resume from. */
  readonly lastId: () => string
  /** Waits until the events fulfil a condition. */
  until(fits: (heard: readonly Heard[]) => boolean): Promise<void>
  /** The ids of all new posts that it has received. */
  readonly news: () => string[]
  /** Resolves when the server has ended it; `retryMs` is the server's reconnection time. */
  readonly ended: Promise<void>
  readonly retryMs: () => number | null
  close(): void
}

/** Makes the app listen on the network. */
export async function listen({ app }: Pick<TestApp, 'app'>): Promise<string> {
  return app.listen({ host: '127.0.0.1', port: 0 })
}

/** Opens an event stream through a socket, and waits for its first events. */
export async function openStream(
  address: string,
  token: string | null,
  { watch = [], from = '' }: { watch?: readonly string[]; from?: string } = {},
): Promise<TestStream> {
  const abort = new AbortController()
  const heard: Heard[] = []
  const waiting = new Set<() => void>()
  let lastId = ''
  let retryMs: number | null = null
  const listener = {
    heard(event: Heard) {
      heard.push(event)
      for (const look of waiting) look()
    },
    placed: (id: string) => {
      lastId = id
    },
    retry: (ms: number) => {
      retryMs = ms
    },
  }
  const { ended } = await readEvents(address, token, { watch, from }, listener, abort.signal)
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
  // The last of the first events.
  await stream.until((events) => events.some(({ name }) => name === 'follower'))
  return stream
}
