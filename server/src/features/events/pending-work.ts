import type { Invalidation } from '../../database/invalidation-log.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import type { EventStream } from './event-stream.ts'
import type { OpenStreams } from './open-streams.ts'

/** What the next round has to read. */
export class PendingWork {
  /** Members who may have new posts. */
  readonly authors = new Set<MemberId>()
  /** Watched posts that may have changed. */
  posts = new Set<PostId>()
  /** Members with streams whose follower count may have changed. */
  readonly followed = new Set<MemberId>()
  /** Members with streams whose sessions may have ended. */
  readonly sessions = new Set<MemberId>()
  /** Streams that get their first events. */
  readonly joined = new Set<EventStream>()
  /** Whether new posts, follower counts and sessions of all streams have to be read. */
  everything = false

  /** @returns whether the batch invalidates `everything`; the caller decides when that is read */
  add(batch: readonly Invalidation[], streams: OpenStreams): boolean {
    let hasEverything = false
    for (const [kind, a, b] of batch) {
      if (kind === 'postAdded' || kind === 'postRemoved') this.authors.add(b as MemberId)
      if ((kind === 'post' || kind === 'postRemoved') && streams.watched.has(a as PostId)) this.posts.add(a as PostId)
      if (kind === 'follow' && streams.of(b as MemberId).size > 0) this.followed.add(b as MemberId)
      if (kind === 'session' && streams.of(a as MemberId).size > 0) this.sessions.add(a as MemberId)
      if (kind === 'everything') hasEverything = true
    }
    return hasEverything
  }

  /** Adds the work of a failed round, so that the next one repeats it. */
  merge(earlier: PendingWork): void {
    for (const key of ['authors', 'posts', 'followed', 'sessions', 'joined'] as const) {
      for (const entry of earlier[key]) (this[key] as Set<unknown>).add(entry)
    }
    this.everything ||= earlier.everything
  }
}
