import type { Events } from '@quack/contract'
import { includesScope } from '@quack/contract/client-api/scopes'
import { STREAMS, type StreamName } from '@quack/contract/client-api/streaming'
import { isTag, tagKey } from '@quack/contract/rules/references'
import { idAtTime } from '../../../database/ids.ts'
import type { CommentId, MemberId, PostId } from '../../../database/schema.ts'
import { AppError } from '../../../http/errors/errors.ts'
import { type Hidden, muteEnd } from '../../../reading/hidden.ts'
import type { Viewer } from '../../../reading/viewer.ts'
import type { PostStateRow } from '../../events/events.queries.ts'
import { type EventName, LiveStream, type Outlet } from '../../events/live-stream.ts'
import { ResumeToken } from '../../events/resume-token.ts'
import type { Urls } from '../transport/urls.ts'

/** Posts of which a stream tells what happens to them: the latest that it has sent. */
const SHOWN_MAX = 40
/** The same of the comments on each. */
const COMMENTS_MAX = 20

/** Asks a WebSocket for a sign of life; null for server-sent events. */
export type Ping = (() => void) | null

/** A stream, with its hashtag if it has one, in any spelling. */
export type Channel = readonly [name: StreamName, tag?: string]

export const channelKey = ([name, tag]: Channel): string =>
  JSON.stringify(tag === undefined ? [name] : [name, tagKey(tag)])
export const USER = channelKey(['user'])
export const NOTICES = [USER, channelKey(['user:notification'])]
export const PUBLIC = [channelKey(['public']), channelKey(['public:local'])]
export const TAGGED = ['hashtag', 'hashtag:local'] as const

/** The content of an event as JSON, and that as a JSON string. */
export interface Payload {
  readonly json: string
  readonly quoted: string
}

export function payloadOf(value: unknown): Payload {
  const json = JSON.stringify(value)
  return { json, quoted: JSON.stringify(json) }
}

/** What a stream has sent of a post: to which channels, and which version. A stream has up to SHOWN_MAX of them. */
interface Shown {
  readonly channels: readonly string[]
  updatedAt: number
  /** The comments that were sent, with their versions; null for none. */
  readonly comments: Map<CommentId, number> | null
}

/**
 * A connection of an app. What the fan-out tells it is kept, and rendered for all apps at once, at the end of the
 * round.
 */
export class AppStream extends LiveStream {
  readonly urls: Urls
  /** By their keys. Events repeat them as the app has spelt them, for it compares. */
  readonly channels = new Map<string, Channel>()
  readonly shown = new Map<PostId, Shown>()
  /** New posts of the home feed, and of everybody as far as they are wanted. */
  readonly news = new Set<PostId>()
  readonly fresh = new Set<PostId>()
  /** Shown posts that may have changed, and those that are gone. */
  readonly changed = new Map<PostId, PostStateRow>()
  readonly left = new Set<PostId>()
  /** Whether there may be new notifications; and which were sent. */
  isNoticed = false
  readonly notices: ResumeToken
  readonly openedAt: number
  #words: string | null = null
  readonly #ping: Ping

  constructor(of: { viewer: Viewer; endsAt: number; outlet: Outlet; urls: Urls; now: number; ping: Ping }) {
    super({ ...of, resumeToken: ResumeToken.fresh(of.now) })
    this.urls = of.urls
    this.notices = ResumeToken.fresh(of.now)
    this.openedAt = idAtTime(of.now)
    this.#ping = of.ping
  }

  get watched(): Iterable<PostId> {
    return this.shown.keys()
  }

  /** Adds what was sent of a post. @returns the posts that are no longer followed because of it */
  show(post: PostId, updatedAt: number, channels: Iterable<string>): PostId[] {
    const { channels: before = [], comments = null } = this.shown.get(post) ?? {}
    const added = [...channels].filter((channel) => !before.includes(channel))
    this.shown.delete(post)
    this.shown.set(post, { channels: added.length === 0 ? before : [...before, ...added], updatedAt, comments })
    return [...this.shown.keys()].slice(0, -SHOWN_MAX)
  }

  /** The comments on a shown post that were sent. */
  commentsOf(post: PostId): CommentId[] {
    return [...(this.shown.get(post)?.comments?.keys() ?? [])]
  }

  /** Adds what was sent of a comment on a shown post. */
  showComment(post: PostId, comment: CommentId, updatedAt: number): void {
    const shown = this.shown.get(post)
    if (!shown) return
    const comments = shown.comments ?? new Map<CommentId, number>()
    comments.set(comment, updatedAt)
    const [oldest] = comments.keys()
    if (comments.size > COMMENTS_MAX && oldest !== undefined) comments.delete(oldest)
    if (!shown.comments) this.shown.set(post, { ...shown, comments })
  }

  /** What the round has found is sent. */
  forgetRound(): void {
    for (const found of [this.news, this.fresh, this.changed, this.left]) found.clear()
    this.isNoticed = false
  }

  /** What happened before the stream was opened is not told. */
  addFresh(id: PostId, author: MemberId): void {
    const isWanted = author === this.viewer.id || [...this.channels.keys()].some((key) => !NOTICES.includes(key))
    if (isWanted && id >= this.openedAt) this.fresh.add(id)
  }

  override sendNews(ids: readonly number[]): void {
    for (const id of ids) if (this.hidden !== null || id >= this.openedAt) this.news.add(id as PostId)
  }

  /** Counts are not told. */
  override sendState(row: PostStateRow): void {
    const known = this.shown.get(row.id)
    if (!known || !this.hidden) return
    if (isMutedNow(this.hidden, row.author_id, this.viewer.id)) this.left.add(row.id)
    else if (row.updated_at !== known.updatedAt || known.comments?.size) this.changed.set(row.id, row)
  }

  override send<Name extends EventName>(name: Name, data: Events[Name]): void {
    if (name === 'delete') this.left.add(Number((data as Events['delete'])._id) as PostId)
    if (name === 'notifications') this.isNoticed = true
    if (name === 'relations') this.#noteWords((data as Events['relations']).version)
  }

  /** @param version ends with that of the muted words (events.queries.ts) */
  #noteWords(version: string): void {
    const words = version.split('-').slice(-3).join('-')
    if (this.#words !== null && this.#words !== words) this.emit('filters_changed', null, [USER])
    this.#words = words
  }

  override sendHeartbeat(): void {
    this.writtenAt = Date.now()
    if (this.#ping) this.#ping()
    else this.write(':thump\n\n')
  }

  override finish(): void {
    this.end()
  }

  /** Writes an event to those of these channels that the app still wants. */
  emit(event: string, payload: Payload | null, channels: Iterable<string>): void {
    for (const channel of channels) {
      const named = this.channels.get(channel)
      if (!named) continue
      const quoted = payload ? `,"payload":${payload.quoted}` : ''
      if (this.#ping) this.write(`{"stream":${JSON.stringify(named)},"event":"${event}"${quoted}}`)
      else this.write(`event: ${event}\ndata: ${payload?.json ?? ''}\n\n`)
    }
  }
}

export const isMutedNow = (hidden: Hidden, author: MemberId, viewer: MemberId): boolean =>
  author !== viewer && (muteEnd(hidden, author) ?? 0) > Date.now()

/** @throws fieldInvalid, scopeMissing */
export function channelOf(name: string, tag: string | undefined, { scopes }: Viewer): Channel {
  if (!Object.hasOwn(STREAMS, name)) throw new AppError('fieldInvalid', 'Unknown stream type')
  const stream = name as StreamName
  if (scopes && !includesScope(scopes, STREAMS[stream])) throw new AppError('scopeMissing')
  if (!stream.startsWith('hashtag')) return [stream]
  if (tag === undefined || !isTag(tag)) throw new AppError('fieldInvalid', 'tag: a hashtag without its sign')
  return [stream, tag]
}
