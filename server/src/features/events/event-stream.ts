import { Readable } from 'node:stream'
import type { Events } from '@quack/contract'
import type { PostId } from '../../database/schema.ts'
import type { Hidden } from '../../reading/hidden.ts'
import type { Viewer } from '../../reading/viewer.ts'
import type { ResumeToken } from './resume-token.ts'

/** Bytes that may be buffered for a slow client. With more it is disconnected. It can resume from its last event. */
const WAITING_MAX = 128 * 1_024

export type EventName = keyof Events

/** An event in SSE format. It is serialised once for all streams that receive it. */
export function eventText<Name extends EventName>(name: Name, data: Events[Name]): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

/** An open SSE stream. */
export class EventStream {
  readonly viewer: Viewer
  readonly watched: readonly PostId[]
  /** When this node ends the stream, so that the client reconnects. */
  readonly endsAt: number
  resumeToken: ResumeToken
  /** Whether the client sent a resume token that cannot be used. The stream then starts with a `resync` event. */
  readonly needsResync: boolean
  /** When its session expires; infinite until it is read from the database. */
  expiresAt = Number.POSITIVE_INFINITY
  /** What the viewer does not see, as of the last round that read it; null before the stream's first round. */
  hidden: Hidden | null = null
  /** Watched posts that were last sent as deleted. */
  readonly gone = new Set<PostId>()
  /** The last version of the viewer's blocks that was sent. */
  relations: string | null = null
  /** The last requests to follow that were sent. */
  requests: string | null = null
  /** How many rounds have found that the viewer's own requests to follow have changed. */
  requestRounds = 0
  /** The last number of unread notifications that was sent. */
  unread: number | null = null
  /** The last count that was sent. */
  followersCount: number | null = null
  /** The last pinned post that was sent; undefined before the first. */
  pinnedPost: PostId | null | undefined = undefined
  writtenAt = 0
  readonly body: Readable
  /** Set before the body has been read to its end. A later write would break the connection. */
  #hasEnded = false

  constructor(of: {
    viewer: Viewer
    watched: readonly PostId[]
    resumeToken: ResumeToken
    needsResync: boolean
    endsAt: number
  }) {
    this.viewer = of.viewer
    this.watched = of.watched
    this.resumeToken = of.resumeToken
    this.needsResync = of.needsResync
    this.endsAt = of.endsAt
    this.body = new Readable({ read: () => undefined })
    // Without a first chunk the headers would not be sent.
    this.write(': welcome\n\n')
  }

  get isOpen(): boolean {
    return !this.#hasEnded && !this.body.destroyed
  }

  write(text: string): void {
    if (!this.isOpen) return
    this.writtenAt = Date.now()
    this.body.push(text)
    if (this.body.readableLength > WAITING_MAX) this.body.destroy()
  }

  /** Writes an event with the resume token as its id. By default it is an SSE comment, which serves as a heartbeat. */
  writeWithToken(event = ':\n\n'): void {
    this.write(`id: ${this.resumeToken}\n${event}`)
  }

  /** Ends the stream. Data that were written before are still sent. */
  end(last = ''): void {
    if (!this.isOpen) return
    this.#hasEnded = true
    if (last !== '') this.body.push(last)
    this.body.push(null)
  }
}
