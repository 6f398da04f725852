import type { Events } from '@quack/contract'
import { HEARTBEAT_MS } from '@quack/contract/limits'
import { createParser } from 'eventsource-parser'

/** How one stream came to its end: in order, by a refusal that asking again does not help, or in any other way. */
export type Outcome = 'ended' | 'refused' | 'failed'

export interface Listener {
  event<Name extends keyof Events>(name: Name, data: Events[Name]): void
  /** The place to go on from. */
  eventId(id: string): void
  /** When to come back after the end, in milliseconds. */
  retry(ms: number): void
}

/** A stream that is silent for so long is broken, in milliseconds: the server's promise, and time for the way. */
const SILENCE_MS = HEARTBEAT_MS + 5_000
/** The session is over, the account is gone or suspended. */
const FINAL = new Set([401, 403, 404])

/** Reads one stream of events to its end. `fetch`, for an EventSource cannot send the token in a header. */
export async function readEvents(
  of: { token: string; watch: readonly string[]; lastEventId: string },
  listener: Listener,
  signal: AbortSignal,
): Promise<Outcome> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENCE_MS)
  try {
    const response = await fetch(`/api/events?watch=${of.watch.join()}`, {
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${of.token}`,
        ...(of.lastEventId === '' ? {} : { 'last-event-id': of.lastEventId }),
      },
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    })
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    if (!response.ok || !isStream || !response.body) return FINAL.has(response.status) ? 'refused' : 'failed'
    // It calls back at once, so that a place is never taken without its event.
    const parser = createParser({
      onId: listener.eventId,
      onRetry: listener.retry,
      onEvent: ({ event, data }) => listener.event(event as keyof Events, JSON.parse(data)),
    })
    const chunks = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await chunks.read()
      if (done || signal.aborted) return 'ended'
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MS)
      parser.feed(value)
    }
  } catch {
    return 'failed'
  } finally {
    clearTimeout(timer)
  }
}
