import type { Comment, Member } from '@quack/contract'
import type { Status } from '@quack/contract/client-api/entities'
import { includesScope } from '@quack/contract/client-api/scopes'
import { tagsIn } from '@quack/contract/rules/references'
import { mutableText } from '../../../comparing/compare.ts'
import type { CommentId, MemberId, PostId } from '../../../database/schema.ts'
import { type Hidden, isHidden, NOTHING_HIDDEN } from '../../../reading/hidden.ts'
import type { countAnswers } from '../../comments/reading/branches.queries.ts'
import type { OpenStreams } from '../../events/open-streams.ts'
import type { listRepostsWith } from '../../posts/post-lists.queries.ts'
import type { BuiltPost } from '../../posts/posts.hydrate.ts'
import { accountView } from '../accounts/account.view.ts'
import { notificationView } from '../notifications/notification.view.ts'
import { repostStatus } from '../statuses/status.view.ts'
import { answeredBy, type readAnswering, statusFrom } from '../statuses/statuses.read.ts'
import type { AppStream, Payload } from './app-stream.ts'
import { channelKey, isMutedNow, NOTICES, PUBLIC, payloadOf, TAGGED, USER } from './app-stream.ts'
import type { NewEvent } from './streaming.queries.ts'

export interface BuiltComment {
  readonly comment: Comment
  readonly author: MemberId
  readonly post: PostId
  readonly updatedAt: number
}

type Repost = Awaited<ReturnType<typeof listRepostsWith>>[number]

/** What a round has read for all apps. */
export interface Found {
  readonly events: ReadonlyMap<AppStream, readonly NewEvent[]>
  /** Up to this id, no other event can appear (resume-token.ts). */
  readonly settled: number
  readonly reposts: ReadonlyMap<number, Repost>
  readonly posts: ReadonlyMap<PostId, BuiltPost>
  readonly comments: ReadonlyMap<CommentId, BuiltComment>
  /** The members whom these name, by their names in lower case. */
  readonly names: ReadonlyMap<string, Member>
  readonly actors: ReadonlyMap<string, Member>
  readonly blurhashes: ReadonlyMap<string, string>
  readonly answering: Awaited<ReturnType<typeof readAnswering>>
  readonly answerCounts: Awaited<ReturnType<typeof countAnswers>>
  /** Who follows whom, of authors whose posts are for followers. */
  readonly follows: ReadonlySet<string>
  readonly reactions: ReadonlySet<string>
  /** Statuses as most see them. */
  readonly payloads: Map<string, Payload>
}

/** What the round tells one app. */
interface Told {
  readonly found: Found
  readonly stream: AppStream
  readonly hidden: Hidden
}

export const relationKey = (member: number, of: number): string => `${member} ${of}`

/** Sends one app what the round has found for it. */
export function tell(stream: AppStream, found: Found, streams: OpenStreams): void {
  const { viewer, shown } = stream
  const told = { found, stream, hidden: stream.hidden ?? NOTHING_HIDDEN }

  function remove(id: PostId): void {
    const known = shown.get(id)
    if (!known) return
    for (const each of [id, ...stream.commentsOf(id)]) stream.emit('delete', textOf(each), known.channels)
    forget(id)
  }

  function forget(id: PostId): void {
    shown.delete(id)
    stream.gone.delete(id)
    streams.unwatch(stream, id)
  }

  /** Notes that the app knows a post, or a comment on it. */
  function note(id: PostId, updatedAt: number, channels: Iterable<string>): void {
    for (const stale of stream.show(id, updatedAt, channels)) forget(stale)
    streams.watch(stream, id)
  }

  function tellChange(id: PostId, updatedAt: number): void {
    const [known, built] = [shown.get(id), seenPost(told, id)]
    if (!built) remove(id)
    if (!known || !built) return
    if (updatedAt !== known.updatedAt) {
      const payload = statusFor(told, built, null)
      if (payload) stream.emit('status.update', payload, known.channels)
      known.updatedAt = built.updatedAt
    }
    for (const [comment, at] of known.comments ?? []) {
      const seen = seenComment(told, comment)
      const payload = seen && seen.updatedAt !== at ? statusFor(told, built, seen) : null
      if (payload) stream.emit('status.update', payload, known.channels)
      if (seen) stream.showComment(id, comment, seen.updatedAt)
      else {
        stream.emit('delete', textOf(comment), known.channels)
        known.comments?.delete(comment)
      }
    }
  }

  /** @param place of the home feed: a post, or a repost */
  function tellPost(place: PostId): void {
    const repost = found.reposts.get(place)
    const built = seenPost(told, repost?.post ?? place)
    if (!built || isUnwanted(told, built)) return
    if (repost) {
      tellRepost(repost, built)
      return
    }
    const id = place
    const channels = channelsOf(told, built)
    const payload = channels.length > 0 ? statusFor(told, built, null) : null
    if (!payload) return
    stream.emit('update', payload, channels)
    note(id, built.updatedAt, channels)
  }

  function tellRepost({ at, username }: Repost, built: BuiltPost): void {
    const payload = statusFor(told, built, null)
    const by = found.names.get(username.toLowerCase())
    if (!payload || !by) return
    const status = repostStatus(JSON.parse(payload.json) as Status, at, accountView(by, stream.urls))
    stream.emit('update', payloadOf(status), [USER])
  }

  function tellEvent({ kind, actor, at, post, comment }: NewEvent): void {
    const member = found.actors.get(String(actor))
    const built = post === null ? null : seenPost(told, post)
    const seen = comment === null ? null : seenComment(told, comment)
    const isGone = (post !== null && !built) || (comment !== null && !seen)
    if (!member || isGone) return
    const status = built && statusFor(told, built, seen)
    const account = accountView(member, stream.urls)
    const notification = notificationView({ at, kind, account, status: status && (JSON.parse(status.json) as Status) })
    if (!notification) return
    stream.emit('notification', payloadOf(notification), NOTICES)
    if (!built) return
    note(built.id, shown.get(built.id)?.updatedAt ?? built.updatedAt, NOTICES)
    if (seen && comment !== null) stream.showComment(built.id, comment, seen.updatedAt)
  }

  for (const id of stream.left) remove(id)
  for (const row of stream.changed.values()) tellChange(row.id, row.updated_at)
  for (const id of [...new Set([...stream.news, ...stream.fresh])].sort((a, b) => a - b)) tellPost(id)
  const events = found.events.get(stream) ?? []
  const isTold = viewer.scopes === null || includesScope(viewer.scopes, 'read:notifications')
  if (isTold) for (const event of events) tellEvent(event)
  stream.notices.addDelivered(events.map(({ at }) => at))
  stream.notices.settle(found.settled)
  stream.forgetRound()
}

/** Null if the viewer does not see it. */
function seenPost({ found, stream: { viewer }, hidden }: Told, id: PostId): BuiltPost | null {
  const built = found.posts.get(id)
  const author = built?.members[0]
  if (!built || author === undefined || isHidden(hidden, author)) return null
  const isReader =
    built.followersOf === null || author === viewer.id || found.follows.has(relationKey(viewer.id, author))
  return isReader ? built : null
}

/** Null if the viewer does not see it. One that the post's author has hidden is its writer's alone. */
function seenComment({ found, stream: { viewer }, hidden }: Told, id: CommentId): BuiltComment | null {
  const built = found.comments.get(id)
  if (!built || isHidden(hidden, built.author)) return null
  return built.comment.hidden === undefined || built.author === viewer.id ? built : null
}

/** Whether lists leave it out for this viewer, who could read it. */
function isUnwanted({ stream: { viewer }, hidden }: Told, { post, members: [author] }: BuiltPost): boolean {
  if (author === undefined || author === viewer.id) return false
  return isMutedNow(hidden, author, viewer.id) || Boolean(hidden.words?.hide(mutableText(post)))
}

/** Where the app wants it. */
function channelsOf({ stream }: Told, { id, post, members: [author], followersOf }: BuiltPost): string[] {
  const isHome = stream.news.has(id) || author === stream.viewer.id
  const isPublic = stream.fresh.has(id) && followersOf === null
  const tags = () => [...tagsIn(post.content).keys()].flatMap((tag) => TAGGED.map((name) => channelKey([name, tag])))
  const all = [...(isHome ? [USER] : []), ...(isPublic ? [...PUBLIC, ...tags()] : [])]
  return all.filter((channel) => stream.channels.has(channel))
}

/** A post or a comment on it as the viewer sees it. It is made once for all who see it the same. */
function statusFor(told: Told, { id: post, post: of, until }: BuiltPost, comment: BuiltComment | null): Payload | null {
  const { names, blurhashes, answering, answerCounts, reactions, payloads } = told.found
  const { viewer, urls } = told.stream
  const text = comment?.comment ?? of
  const own = ['favourited', 'bookmarked'].filter((each) =>
    reactions.has(`${each} ${relationKey(viewer.id, comment ? Number(text._id) : post)}`),
  )
  const named = [of.username, text.username, ...(text.mentions ?? [])].flatMap(
    (name) => names.get(name.toLowerCase()) ?? [],
  )
  const seen = named.filter((member) => !isHidden(told.hidden, Number(member._id)))
  const row = comment ? answering.get(Number(text._id)) : undefined
  const answered = answeredBy(row, { viewer: viewer.id, hidden: told.hidden })
  // A file that not everyone may see has an address of this app.
  const isForAll = comment
    ? row?.is_hidden !== 1 && (row === undefined) === (answered === undefined)
    : !Number.isFinite(until)
  const isShared = isForAll && own.length === 0 && seen.length === named.length
  const key = isShared ? `${urls.origin} ${text._id}` : null
  const known = key === null ? undefined : payloads.get(key)
  if (known) return known
  const accounts = new Map(seen.map((member) => [member.username.toLowerCase(), accountView(member, urls)]))
  const answerCount = answerCounts.get(Number(text._id))
  const more = { blurhashes, answered, answerCount }
  const status = statusFrom({ post: of, comment: comment?.comment ?? null }, accounts, urls, more)
  if (!status) return null
  const payload = payloadOf({ ...status, ...Object.fromEntries(own.map((each) => [each, true])) })
  if (key !== null) payloads.set(key, payload)
  return payload
}

const textOf = (id: number): Payload => ({ json: String(id), quoted: `"${id}"` })
