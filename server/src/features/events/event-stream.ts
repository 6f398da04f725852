import { Readable } from 'node:stream'
import type { Events } from '@quack/contract'
import type { PostId } from '../../database/schema.ts'
import type { Viewer } from '../../reading/viewer.ts'
import type { PostStateRow } from './events.queries.ts'
import { type EventName, LiveStream } from './live-stream.ts'
import type { ResumeToken } from './resume-token.ts'

/**
 * Sent before a stream ends whose session goes on: the client reconnects soon, to another node if this one is closing.
 */
const RECONNECT = 'retry: 500\n\n'

/** An event in SSE format. */
export function eventText<Name extends EventName>(name: Name, data: Events[Name]): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

/** An open SSE stream of our own client. */
export class EventStream extends LiveStream {
  readonly watched: readonly PostId[]
  /** Whether the client sent a resume token that cannot be used. The stream then starts with a `resync` event. */
  readonly needsResync: boolean
  readonly body: Readable

  constructor(of: {
    viewer: Viewer
    watched: readonly PostId[]
    resumeToken: ResumeToken
    needsResync: boolean
    endsAt: number
  }) {
    const body = new Readable({ read: () => undefined })
    super({ ...of, outlet: body })
    this.body = body
    this.watched = of.watched
    this.needsResync = of.needsResync
    // Without a first chunk the headers would not be sent.
    this.write(': welcome\n\n')
  }

  override send<Name extends EventName>(name: Name, data: Events[Name]): void {
    this.write(eventText(name, data))
  }

  override sendNews(ids: readonly number[]): void {
    this.#writeWithToken(eventText('posts', { ids: ids.map(String) }))
  }

  override sendState(_row: PostStateRow, text: () => string): void {
    this.write(text())
  }

  override sendHeartbeat(): void {
    this.#writeWithToken(':\n\n')
  }

  override finish(isOver: boolean): void {
    this.end(isOver ? eventText('ended', {}) : RECONNECT)
  }

  /** Writes an event, or an SSE comment, with the resume token as its id. */
  #writeWithToken(event: string): void {
    this.write(`id: ${this.resumeToken}\n${event}`)
  }
}
