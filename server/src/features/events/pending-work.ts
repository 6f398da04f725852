import type { Invalidation } from '../../database/invalidation-log.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import type { EventStream } from './event-stream.ts'
import type { OpenStreams } from './open-streams.ts'

/** What the next round has to read. */
export class PendingWork {
  readonly authors = new Set<MemberId>()
  posts = new Set<PostId>()
  readonly followed = new Set<MemberId>()
  /** Members whose sessions may have ended. */
  readonly sessions = new Set<MemberId>()
  readonly joined = new Set<EventStream>()
  /** New posts, follower counts and sessions of all streams have to be read. */
  everything = false

  /** @returns whether the batch says that anything may have changed */
  add(batch: readonly Invalidation[], streams: OpenStreams): boolean {
    let isUnknown = false
    for (const [kind, a, b] of batch) {
      if (kind === 'postAdded' || kind === 'postRemoved') this.authors.add(b as MemberId)
      if ((kind === 'post' || kind === 'postRemoved') && streams.watched.has(a as PostId)) this.posts.add(a as PostId)
      if (kind === 'follow' && streams.of(b as MemberId).size > 0) this.followed.add(b as MemberId)
      if (kind === 'session' && streams.of(a as MemberId).size > 0) this.sessions.add(a as MemberId)
      if (kind === 'everything') isUnknown = true
    }
    return isUnknown
  }

  /** Called after a failed round, so that the next one repeats its work. */
  merge(earlier: PendingWork): void {
    for (const key of ['authors', 'posts', 'followed', 'sessions', 'joined'] as const) {
      for (const entry of earlier[key]) (this[key] as Set<unknown>).add(entry)
    }
    this.everything ||= earlier.everything
  }
}
