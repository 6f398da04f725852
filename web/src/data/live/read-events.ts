import type { Events } from '@quack/contract'
import { HEARTBEAT_MS } from '@quack/contract/rules/limits'
import { createParser } from 'eventsource-parser'

/** How a stream ended: normally, with a final error status (do not reconnect), or in any other way. */
export type Outcome = 'ended' | 'refused' | 'failed'

export interface Listener {
  event<Name extends keyof Events>(name: Name, data: Events[Name]): void
  /** The id to send as Last-Event-ID when reconnecting. */
  eventId(id: string): void
  /** How long to wait before reconnecting, in milliseconds. */
  retry(ms: number): void
}

/** A stream without data for so long is broken, in milliseconds: the heartbeat interval plus latency. */
const SILENCE_MS = HEARTBEAT_MS + 5_000
/** Session ended, account suspended or deleted. */
const FINAL: ReadonlySet<number> = new Set([401, 403, 404])

/** Reads one event stream to its end. Uses `fetch`, because EventSource cannot send the token in a header. */
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
    // The callbacks are synchronous, so that an event id is never stored without its event.
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
    // A stream that is not read to its end, because an event of it is broken, would stay open beside the next one.
    silence.abort()
  }
}
