import type { Events } from '@quack/contract'
import { createParser } from 'eventsource-parser'
import type { Refusal } from './client.ts'

export type Heard = { [Name in keyof Events]: { readonly name: Name; readonly data: Events[Name] } }[keyof Events]

export interface EventListener {
  heard(event: Heard): void
  /** The resume token, just before the event that it belongs to. */
  placed(id: string): void
  /** The reconnection time after the end, in milliseconds. */
  retry(ms: number): void
  /** Called for any data, including heartbeats. */
  alive?(): void
}

/**
 * Opens an event stream over a socket.
 * @returns when it is open; `ended` resolves when it was read to its end, and rejects if it was interrupted
 */
export async function readEvents(
  address: string,
  token: string | null,
  { watch = [], from = '' }: { watch?: readonly string[]; from?: string },
  listener: EventListener,
  signal: AbortSignal,
): Promise<{ readonly ended: Promise<void> }> {
  const response = await fetch(`${address}/api/events?watch=${watch.join()}`, {
    headers: { authorization: `Bearer ${token}`, ...(from === '' ? {} : { 'last-event-id': from }) },
    signal,
  })
  if (response.status !== 200 || !response.body) {
    throw new Error(`${response.status} ${((await response.json()) as Refusal).errors[0]}`)
  }
  const parser = createParser({
    onEvent: ({ event, data }) => listener.heard({ name: event, data: JSON.parse(data) } as Heard),
    onId: listener.placed,
    onRetry: listener.retry,
  })
  const text = response.body.pipeThrough(new TextDecoderStream())
  const ended = (async () => {
    for await (const chunk of text) {
      listener.alive?.()
      parser.feed(chunk)
    }
  })()
  ended.catch(() => undefined)
  return { ended }
}
