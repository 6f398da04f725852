import { STREAMS_MAX } from '@quack/contract/rules/limits'
import type { MemberId, PostId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import type { Viewer } from '../../reading/viewer.ts'
import type { LiveStream } from './live-stream.ts'

/** Maximum number of streams on one node: less than the number of connections that it accepts. */
const NODE_MAX = 8_000

/** A post that at least one stream on this node watches. */
export interface WatchedPost {
  readonly streams: Set<LiveStream>
  /** Null until the post is read, or if it is gone. */
  author: MemberId | null
  /** The card that it shows of an address, null for none; as the author. */
  card: number | null
  /** The version (events.view.ts) of which all of its streams were told; empty if none was sent. */
  sentVersion: string
  /** The results of its poll, as those of its streams have received them who see them, and when. */
  sentResults: string
  resultsAt: number
}

/** All open streams of this node. */
export class OpenStreams {
  readonly all = new Set<LiveStream>()
  readonly watched = new Map<PostId, WatchedPost>()
  readonly #byMember = new Map<MemberId, Set<LiveStream>>()

  of(member: MemberId): ReadonlySet<LiveStream> {
    return this.#byMember.get(member) ?? NONE
  }

  members(): MemberId[] {
    return [...this.#byMember.keys()]
  }

  /** Checks the limits. That of a shared account applies to each session. @throws tooManyStreams, unavailable */
  requireRoom(viewer: Viewer): void {
    if (this.all.size >= NODE_MAX) throw new AppError('unavailable')
    const own = [...this.of(viewer.id)]
    const counted = viewer.isShared ? own.filter((each) => each.viewer.sessionId === viewer.sessionId) : own
    if (counted.length >= STREAMS_MAX) throw new AppError('tooManyStreams')
  }

  add(stream: LiveStream): void {
    this.all.add(stream)
    const own = this.#byMember.get(stream.viewer.id) ?? new Set()
    this.#byMember.set(stream.viewer.id, own.add(stream))
    for (const post of stream.watched) this.watch(stream, post)
  }

  remove(stream: LiveStream): void {
    if (!this.all.delete(stream)) return
    const own = this.#byMember.get(stream.viewer.id)
    own?.delete(stream)
    if (own?.size === 0) this.#byMember.delete(stream.viewer.id)
    for (const post of stream.watched) this.unwatch(stream, post)
  }

  watch(stream: LiveStream, post: PostId): void {
    this.#hold(post).streams.add(stream)
  }

  unwatch(stream: LiveStream, post: PostId): void {
    this.watched.get(post)?.streams.delete(stream)
    this.#release(post)
  }

  /**
   * Notes changes of these posts from now on, before it is known who will watch them.
   * @returns to be called when that is known
   */
  hold(posts: readonly PostId[]): () => void {
    for (const post of posts) this.#hold(post)
    return () => {
      for (const post of posts) this.#release(post)
    }
  }

  #hold(post: PostId): WatchedPost {
    const watched = this.watched.get(post) ?? { streams: new Set(), author: null, card: null, ...NOTHING_SENT }
    this.watched.set(post, watched)
    return watched
  }

  #release(post: PostId): void {
    if (this.watched.get(post)?.streams.size === 0) this.watched.delete(post)
  }
}

const NOTHING_SENT = { sentVersion: '', sentResults: '', resultsAt: 0 } as const
const NONE: ReadonlySet<LiveStream> = new Set()
