import type { Status } from '@quack/contract/client-api/entities'
import { includesScope } from '@quack/contract/client-api/scopes'
import { tagsIn } from '@quack/contract/rules/references'
import { mutableText } from '../../../comparing/compare.ts'
import type { CommentId, MemberId, PostId } from '../../../database/schema.ts'
import { type Hidden, isHidden, isOfLanguages, NOTHING_HIDDEN } from '../../../reading/hidden.ts'
import type { OpenStreams } from '../../events/open-streams.ts'
import type { BuiltPost } from '../../posts/posts.hydrate.ts'
import { accountView } from '../accounts/account.view.ts'
import { notificationView } from '../notifications/notification.view.ts'
import { approvalView, quoteRule, quoteView, repostStatus, statusFrom } from '../statuses/status.view.ts'
import { answeredBy } from '../statuses/statuses.read.ts'
import type { AppStream, Payload } from './app-stream.ts'
import { channelKey, isMutedNow, NOTICES, PUBLIC, payloadOf, TAGGED, USER } from './app-stream.ts'
import { type BuiltComment, type Found, type Made, quotedBy, type Repost, relationKey } from './found.ts'
import type { NewEvent } from './streaming.queries.ts'

/** What the round tells one app. */
interface Told {
  readonly found: Found
  readonly stream: AppStream
  readonly hidden: Hidden
}

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

const authorOf = ({ members: [author] }: BuiltPost) => author ?? (0 as MemberId)

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
function isUnwanted(told: Told, built: BuiltPost): boolean {
  const [{ hidden, stream }, author] = [told, authorOf(built)]
  if (author === stream.viewer.id) return false
  const texts = [built, seenQuoted(told, built)].flatMap((each) => (each ? mutableText(each.post) : []))
  return isMutedNow(hidden, author, stream.viewer.id) || Boolean(hidden.words?.hide(texts.join('\n')))
}

/** Where the app wants it. */
function channelsOf({ stream, hidden }: Told, { id, post, members: [author], followersOf }: BuiltPost): string[] {
  const isHome = stream.news.has(id) || author === stream.viewer.id
  const isPublic = stream.fresh.has(id) && followersOf === null
  const tags = () => [...tagsIn(post.content).keys()].flatMap((tag) => TAGGED.map((name) => channelKey([name, tag])))
  const all = [
    ...(isHome ? [USER] : []),
    ...(isPublic ? [...(isOfLanguages(hidden, post.lang) ? PUBLIC : []), ...tags()] : []),
  ]
  return all.filter((channel) => stream.channels.has(channel))
}

/** What a post shows as quoted, for those who see it. */
function seenQuoted(told: Told, built: BuiltPost): BuiltPost | null {
  const id = quotedBy(built)
  const quoted = id === null ? null : seenPost(told, id)
  const isMuted = quoted && isMutedNow(told.hidden, authorOf(quoted), told.stream.viewer.id)
  return isMuted ? null : quoted
}

/** A post or a comment on it as the viewer sees it. */
function statusFor(told: Told, built: BuiltPost, comment: BuiltComment | null): Payload | null {
  const quoted = comment ? null : seenQuoted(told, built)
  const quote = quoted && makeStatus(told, quoted, null)
  return makeStatus(told, built, comment, comment || !built.post.quote ? undefined : quote)?.payload ?? null
}

/** It is made once for all who see it the same. @param quote what it quotes; null if the viewer does not see that */
function makeStatus(told: Told, built: BuiltPost, comment: BuiltComment | null, quote?: Made | null): Made | null {
  const { names, blurhashes, answering, answerCounts, reactions, follows, payloads } = told.found
  const { viewer, urls } = told.stream
  const { id: post, post: of, until, followersOf } = built
  const author = authorOf(built)
  const text = comment?.comment ?? of
  const own = ['favourited', 'reblogged', 'bookmarked'].filter((each) =>
    reactions.has(`${each} ${relationKey(viewer.id, comment ? Number(text._id) : post)}`),
  )
  const named = [of.username, text.username, ...(text.mentions ?? [])].flatMap(
    (name) => names.get(name.toLowerCase()) ?? [],
  )
  const seen = named.filter((member) => !isHidden(told.hidden, Number(member._id)))
  const row = comment ? answering.get(Number(text._id)) : undefined
  const answered = answeredBy(row, { viewer: viewer.id, hidden: told.hidden })
  const relation = { viewer: viewer.id, author, follows: follows.has(relationKey(viewer.id, author)) }
  const approval = comment ? undefined : approvalView(quoteRule(of, followersOf !== null), relation)
  // A file that not everyone may see has an address of this app.
  const isForAll = comment
    ? row?.is_hidden !== 1 && (row === undefined) === (answered === undefined)
    : !Number.isFinite(until)
  const isShared = isForAll && own.length === 0 && seen.length === named.length && quote?.key !== null
  const shape = [approval?.current_user, quote === null ? 'unseen' : quote?.key]
  const key = isShared ? [urls.origin, text._id, ...shape].join(' ') : null
  const known = key === null ? undefined : payloads.get(key)
  if (known) return known
  const accounts = new Map(seen.map((member) => [member.username.toLowerCase(), accountView(member, urls)]))
  const shown = quote === undefined ? undefined : quoteView(quote && (JSON.parse(quote.payload.json) as Status))
  const facts = { urls, blurhashes, answered, answerCount: answerCounts.get(Number(text._id)), quote: shown, approval }
  const status = statusFrom({ post: of, comment: comment?.comment ?? null }, accounts, facts)
  if (!status) return null
  // The post was read for nobody in particular, so it does not know the viewer's vote.
  const poll = status.poll && { ...status.poll, voted: undefined, own_votes: undefined }
  const payload = payloadOf({ ...status, poll, ...Object.fromEntries(own.map((each) => [each, true])) })
  const made = { key, payload }
  if (key !== null) payloads.set(key, made)
  return made
}

const textOf = (id: number): Payload => ({ json: String(id), quoted: `"${id}"` })
