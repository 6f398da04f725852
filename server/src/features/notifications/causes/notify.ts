import {
  MENTIONS_NOTIFIED_MAX,
  NOTIFICATION_WINDOW_MS,
  REPLY_COMMENTS_MAX,
  REPLY_MEMBERS_MAX,
} from '@quack/contract/rules/limits'
import type { Connection, Database } from '../../../database/database.ts'
import { idAtTime } from '../../../database/ids.ts'
import type { CommentId, GroupId, MemberId, PostId, ReportId } from '../../../database/schema.ts'
import * as queries from './notify.queries.ts'

/**
 * Stores what members are notified of, in the transaction of its cause. Whether it is shown is decided when it is read
 * (notifications/notifications.shown.ts): undoing a cause stores nothing, and who may not see it is left out there.
 */

type Given = Pick<queries.Cause, 'kind' | 'actor' | 'source'> &
  Partial<Pick<queries.Cause, 'target' | 'post' | 'groupComment' | 'comment'>>

/** @param recipients nobody is told of what they do themselves */
async function notify(db: Database, transaction: Connection, recipients: readonly MemberId[], given: Given) {
  const others = recipients.filter((recipient) => recipient !== given.actor)
  await notifyAll(db, transaction, others, given)
}

async function notifyAll(db: Database, transaction: Connection, others: readonly MemberId[], given: Given) {
  const [recipient] = others
  if (recipient === undefined) return
  const fresh = others.map(() => db.ids.next<GroupId>())
  const openSince = idAtTime(Date.now() - NOTIFICATION_WINDOW_MS)
  const cause = {
    target: given.source,
    post: null,
    groupComment: null,
    comment: null,
    ...given,
    at: db.ids.next(),
    openSince,
  }
  const [first] = fresh
  if (others.length === 1 && first !== undefined) {
    await queries.insertForOne(transaction, { ...cause, recipient, fresh: first })
  } else await queries.insertForMany(transaction, { ...cause, recipients: others, fresh })
}

/** A member's post, or a comment on it. */
interface Written {
  readonly post: PostId
  readonly author: MemberId
  readonly actor: MemberId
}
interface WrittenComment extends Written {
  readonly comment: CommentId
}
interface NewComment extends WrittenComment {
  /** The comment that it answers. */
  readonly answered: { readonly id: CommentId; readonly author: MemberId } | null
  readonly mentioned: readonly MemberId[]
  readonly isFirst: boolean
}

/** Tells the author of a post. */
export async function notifyOfPost(
  db: Database,
  transaction: Connection,
  kind: 'like' | 'repost',
  { post, author, actor }: Written,
): Promise<void> {
  await notify(db, transaction, [author], { kind, actor, source: post, post })
}

/** Tells the author of a post that another one quotes it. */
export async function notifyQuote(
  db: Database,
  transaction: Connection,
  { quote, post, author, actor }: Written & { readonly quote: PostId },
): Promise<void> {
  await notify(db, transaction, [author], { kind: 'quote', actor, source: quote, target: post, post })
}

/** @param author of the comment */
export async function notifyUpvote(db: Database, transaction: Connection, upvoted: WrittenComment): Promise<void> {
  const { post, author, actor, comment } = upvoted
  await notify(db, transaction, [author], { kind: 'upvote', actor, source: comment, post, groupComment: comment })
}

/** Of a new post or comment, or of an edited one those who were not mentioned before. */
export async function notifyMentions(
  db: Database,
  transaction: Connection,
  mentioned: readonly MemberId[],
  { post, actor, comment = null }: { post: PostId; actor: MemberId; comment?: CommentId | null },
): Promise<void> {
  const cause = { source: comment ?? post, post, groupComment: comment, comment }
  await notify(db, transaction, mentioned.slice(0, MENTIONS_NOTIFIED_MAX), { kind: 'mention', actor, ...cause })
}

/**
 * Tells those whom a new comment mentions, whom it answers, the author of the post, and some who have commented before
 * it, each of one of these.
 * @param author of the post
 * @param isFirst whether the post has no other comment, so that nobody has to be searched
 */
export async function notifyComment(
  db: Database,
  transaction: Connection,
  { mentioned, answered, post, author, actor, comment, isFirst }: NewComment,
): Promise<void> {
  const told = new Set(mentioned.slice(0, MENTIONS_NOTIFIED_MAX))
  await notifyMentions(db, transaction, mentioned, { post, actor, comment })
  const cause = { actor, source: comment, target: post, post, comment }
  if (answered && !told.has(answered.author)) {
    told.add(answered.author)
    await notify(db, transaction, [answered.author], { kind: 'answer', ...cause, target: answered.id })
  }
  if (!told.has(author)) await notify(db, transaction, [author], { kind: 'comment', ...cause })
  if (isFirst) return
  const limits = { comments: REPLY_COMMENTS_MAX, limit: REPLY_MEMBERS_MAX }
  const commenters = await queries.listCommenters(transaction, { post, comment, ...limits })
  const others = commenters.filter((member) => member !== author && !told.has(member))
  await notify(db, transaction, others, { kind: 'reply', ...cause })
}

/**
 * Tells those who have commented on a post or reposted it that it was edited, each of them once, however often it is
 * edited.
 */
export async function notifyOfEdit(
  db: Database,
  transaction: Connection,
  readers: readonly MemberId[],
  { post, actor }: Omit<Written, 'author'>,
): Promise<void> {
  await notify(db, transaction, readers, { kind: 'edit', actor, source: post, post })
}

export async function notifyFollow(
  db: Database,
  transaction: Connection,
  { follower, followed }: { follower: MemberId; followed: MemberId },
  kind: 'follow' | 'followRequest' = 'follow',
): Promise<void> {
  // A follow is counted in this row, which locks it. A request is not.
  if (kind === 'followRequest') await queries.lockRecipient(transaction, followed)
  await notify(db, transaction, [followed], { kind, actor: follower, source: 0 })
}

/** Tells members that a poll has ended: its author, who then stands for who caused it, or voters. */
export async function notifyPoll(
  db: Database,
  transaction: Connection,
  recipients: readonly MemberId[],
  { id, post, author }: { readonly id: number; readonly post: PostId; readonly author: MemberId },
): Promise<void> {
  const cause = { kind: 'poll', actor: author, source: id, target: post, post } as const
  await notifyAll(db, transaction, recipients, cause)
}

/** Tells those who have made these reports that they are closed. */
export async function notifyOutcomes(
  db: Database,
  transaction: Connection,
  reports: readonly { readonly id: ReportId; readonly reporter_id: MemberId }[],
): Promise<void> {
  await queries.insertOutcomes(transaction, {
    reports: reports.map((report) => report.id),
    reporters: reports.map((report) => report.reporter_id),
    fresh: reports.map(() => db.ids.next<GroupId>()),
  })
}
