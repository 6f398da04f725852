import { ANYTHING, type Announcement } from '../../announcements.ts'
import { FOLLOWS, POST, POSTS_OF, SESSIONS_OF } from '../../database/changes.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import type { EventStream } from './event-stream.ts'
import type { OpenStreams } from './open-streams.ts'

/** What is to be looked at in the next round. */
export class Hints {
  readonly authors = new Set<MemberId>()
  posts = new Set<PostId>()
  readonly followed = new Set<MemberId>()
  /** Members whose sessions may have ended. */
  readonly sessions = new Set<MemberId>()
  readonly joined = new Set<EventStream>()
  /** Everybody's news, followers and sessions are to be looked at. */
  everyone = false

  get isEmpty(): boolean {
    const { authors, posts, followed, sessions, joined, everyone } = this
    return !everyone && [authors, posts, followed, sessions, joined].every((set) => set.size === 0)
  }

  /** @returns whether something of it is not known exactly */
  hear(announcements: readonly Announcement[], streams: OpenStreams): boolean {
    let isUnknown = false
    for (const [kind, a, b] of announcements) {
      if (kind === POSTS_OF) this.authors.add(a as MemberId)
      else if (kind === POST && streams.watched.has(a as PostId)) this.posts.add(a as PostId)
      else if (kind === FOLLOWS && streams.of(b as MemberId).size > 0) this.followed.add(b as MemberId)
      else if (kind === SESSIONS_OF && streams.of(a as MemberId).size > 0) this.sessions.add(a as MemberId)
      else if (kind === ANYTHING) isUnknown = true
    }
    return isUnknown
  }

  /** After a round that failed: all of it is still to be done. */
  putBack(earlier: Hints): void {
    for (const key of ['authors', 'posts', 'followed', 'sessions', 'joined'] as const) {
      for (const entry of earlier[key]) (this[key] as Set<unknown>).add(entry)
    }
    this.everyone ||= earlier.everyone
  }
}
