import type { Events } from '@quack/contract'
import type { PostId } from '../../database/schema.ts'
import type { Hidden } from '../../reading/hidden.ts'
import type { Viewer } from '../../reading/viewer.ts'
import type { PostStateRow } from './events.queries.ts'
import type { ResumeToken } from './resume-token.ts'

/**
 * Bytes that may be buffered for a slow client. With more it is disconnected. Our own can resume from its last event.
 */
const WAITING_MAX = 128 * 1_024

export type EventName = keyof Events

/** Where the text of a stream goes: a Readable, or what has these parts of one. */
export interface Outlet {
  readonly destroyed: boolean
  readonly readableLength: number
  push(text: string | null): unknown
  destroy(): unknown
  once(event: 'close', listener: () => void): unknown
}

/** An open stream of live news: what it has sent, and how. The fan-out tells it what has happened. */
export abstract class LiveStream {
  readonly viewer: Viewer
  abstract readonly watched: Iterable<PostId>
  /** When this node ends the stream, so that the client reconnects. */
  readonly endsAt: number
  resumeToken: ResumeToken
  /** When its session expires; infinite until it is read from the database. */
  expiresAt = Number.POSITIVE_INFINITY
  /** What the viewer does not see, as of the last round that read it; null before the stream's first round. */
  hidden: Hidden | null = null
  /** Watched posts that were last sent as deleted. */
  readonly gone = new Set<PostId>()
  /** The last version of the viewer's blocks, mutes and muted words that was sent. */
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
  /** Milliseconds since 1970. */
  writtenAt = Date.now()
  readonly outlet: Outlet
  /** Set before the outlet has been read to its end. A later write would break the connection. */
  #hasEnded = false

  constructor(of: Pick<LiveStream, 'viewer' | 'resumeToken' | 'endsAt' | 'outlet'>) {
    this.viewer = of.viewer
    this.resumeToken = of.resumeToken
    this.endsAt = of.endsAt
    this.outlet = of.outlet
  }

  abstract send<Name extends EventName>(name: Name, data: Events[Name]): void
  /** @param ids places in the home feed: of posts, or of reposts */
  abstract sendNews(ids: readonly number[]): void
  /** @param text the event of our own streams, which is made once for all of them */
  abstract sendState(row: PostStateRow, text: () => string): void
  abstract sendHeartbeat(): void
  /** Ends the stream. @param isOver whether its session has ended; otherwise the client reconnects */
  abstract finish(isOver: boolean): void

  get isOpen(): boolean {
    return !this.#hasEnded && !this.outlet.destroyed
  }

  write(text: string): void {
    if (!this.isOpen) return
    this.writtenAt = Date.now()
    this.outlet.push(text)
    if (this.outlet.readableLength > WAITING_MAX) this.outlet.destroy()
  }

  /** Ends the stream. Data that were written before are still sent. */
  end(last = ''): void {
    if (!this.isOpen) return
    this.#hasEnded = true
    if (last !== '') this.outlet.push(last)
    this.outlet.push(null)
  }
}
