import type { Connection, Database } from '../../database/database.ts'
import type { MemberId, PostId, References, Referring, Schema } from '../../database/schema.ts'
import { deleteComments } from '../comments/places.queries.ts'
import { lowerCommentCounts } from '../comments/reading/comments.queries.ts'
import { recordLikeEvents } from '../likes/likes.queries.ts'
import { releaseMedia } from '../media/records/uploads.queries.ts'
import { deletePosts } from '../posts/hidden-posts.queries.ts'
import { uncountVotes, type VoteRow } from '../posts/post-polls.queries.ts'
import { BATCHED } from './removal.dependents.ts'
import { removeFollowers, removeFollowing } from './removal.follows.ts'
import * as queries from './removal.queries.ts'

/** Posts whose dependent rows are removed at a time, before the posts themselves. */
const POSTS_AT_ONCE = 20

/**
 * Removes a batch of one kind and updates the counts that it affects.
 * @param batch how many rows at most
 * @returns 0 if none is left
 */
type Step = (db: Database, transaction: Connection, member: MemberId, batch: number) => Promise<number>

const ofMember = { owner: 'member_id' } as const

/**
 * How the rows that refer to a removed member go. `cascade`: foreign keys delete them with the member's row. `expires`:
 * they are kept, and deleted by age.
 */
type Removal = Step | 'cascade' | 'expires'

/** Every column with the id of a member, by its type. */
export type Removals<Tables> = {
  readonly [Table in Referring<Tables, MemberId>]: { readonly [Column in References<Tables[Table], MemberId>]: Removal }
}

/** Of tables with such columns. Steps run in this order. A column that is missing here is a compile error. */
export const REMOVALS = {
  // First, so that the groups have no rows left that their deletion would delete too.
  notification_events: { recipient_id: removeEvents('recipient_id'), actor_id: removeEvents('actor_id') },
  notification_groups: { recipient_id: removeOwn({ table: 'notification_groups', owner: 'recipient_id', of: 'id' }) },
  notification_kinds: { member_id: 'cascade' },
  notification_preferences: { member_id: 'cascade' },
  notification_mutes: { member_id: removeOwn({ ...ofMember, table: 'notification_mutes', of: 'post_id' }) },
  posts: { author_id: removePosts },
  comments: { author_id: removeComments },
  comment_votes: { member_id: removeVotes },
  // With the posts.
  polls: { author_id: 'cascade' },
  poll_votes: { member_id: removePollVotes },
  likes: { member_id: removeLikes },
  dislikes: { member_id: removeCounted('dislikes', 'disliked_by_count') },
  post_mentions: { member_id: removeOwn({ ...ofMember, table: 'post_mentions', of: 'post_id' }) },
  comment_mentions: { member_id: removeOwn({ ...ofMember, table: 'comment_mentions', of: 'comment_id' }) },
  reposts: { member_id: removeCounted('reposts', 'repost_count') },
  bookmarks: { member_id: removeOwn({ ...ofMember, table: 'bookmarks', of: 'post_id' }) },
  tag_follows: { member_id: removeOwn({ ...ofMember, table: 'tag_follows', of: 'tag_id' }) },
  // With the posts.
  post_tags: { author_id: 'cascade' },
  follows: { follower_id: removeFollowing, followed_id: removeFollowers },
  follow_events: { follower_id: 'expires', followed_id: 'expires' },
  follow_requests: {
    follower_id: removeOwn({ table: 'follow_requests', owner: 'follower_id', of: 'followed_id' }),
    followed_id: removeOwn({ table: 'follow_requests', owner: 'followed_id', of: 'follower_id' }),
  },
  blocks: {
    blocker_id: removeOwn({ table: 'blocks', owner: 'blocker_id', of: 'blocked_id' }),
    blocked_id: removeOwn({ table: 'blocks', owner: 'blocked_id', of: 'blocker_id' }),
  },
  mutes: {
    muter_id: removeOwn({ table: 'mutes', owner: 'muter_id', of: 'muted_id' }),
    muted_id: removeOwn({ table: 'mutes', owner: 'muted_id', of: 'muter_id' }),
  },
  muted_words: { member_id: 'cascade' },
  pinned_posts: { member_id: 'cascade' },
  feed_positions: { member_id: 'cascade' },
  idempotency_keys: { member_id: 'cascade' },
  password_resets: { member_id: 'cascade' },
  account_events: { member_id: 'cascade' },
  passkeys: { member_id: 'cascade' },
  second_factors: { member_id: 'cascade' },
  recovery_codes: { member_id: 'cascade' },
  mails: { member_id: 'cascade' },
  email_tokens: { member_id: 'cascade' },
  push_subscriptions: { member_id: 'cascade' },
  push_back_offs: { member_id: 'cascade' },
  sessions: { member_id: 'cascade' },
  app_codes: { member_id: 'cascade' },
  profile_checks: { member_id: 'cascade' },
  media_uploads: { member_id: 'expires' },
  media_uploaders: { member_id: 'cascade' },
  reports: { reporter_id: 'cascade', subject_id: 'cascade' },
  decisions: { member_id: 'cascade' },
  invitations: { creator_id: 'cascade' },
} as const satisfies Removals<Schema>

export const STEPS: readonly Step[] = Object.values(REMOVALS)
  .flatMap((columns): Removal[] => Object.values(columns))
  .filter((removal) => typeof removal === 'function')

/** For rows that affect no count. */
function removeOwn(from: Parameters<typeof queries.deleteOwn>[1]): Step {
  return async (_db, transaction, member, batch) => (await queries.deleteOwn(transaction, from, member, batch)).length
}

function removeEvents(owner: 'recipient_id' | 'actor_id'): Step {
  return (_db, transaction, member, batch) => queries.deleteEvents(transaction, owner, member, batch)
}

async function removePosts(_db: Database, transaction: Connection, member: MemberId, batch: number): Promise<number> {
  const found = await queries.listPosts(transaction, member, POSTS_AT_ONCE)
  if (found.length === 0) return 0
  const posts = found.map((post) => post.id)
  const comments = await queries.listCommentsUnder(transaction, posts, batch)
  const told = await queries.deleteNotificationsUnder(transaction, posts, batch)
  if (told > 0) return told
  const removed = await removeDependents(transaction, posts, comments, batch)
  if (removed > 0) return removed
  await queries.deleteComments(transaction, comments)
  if (comments.length === 0) {
    await deletePosts(transaction, posts)
    for (const post of found) await releaseMedia(transaction, post.media_url)
  }
  return posts.length
}

async function removeDependents(
  transaction: Connection,
  posts: readonly number[],
  comments: readonly number[],
  batch: number,
) {
  for (const from of BATCHED) {
    const ids = from.by === 'comment_id' ? comments : posts
    if (ids.length === 0) continue
    const removed = await queries.deleteDependents(transaction, from, ids, batch)
    if (removed > 0) return removed
  }
  return 0
}

async function removeComments(
  _db: Database,
  transaction: Connection,
  member: MemberId,
  batch: number,
): Promise<number> {
  const comments = await queries.listComments(transaction, member, batch)
  if (comments.length === 0) return 0
  const ids = comments.map((comment) => comment.id)
  if ((await removeDependents(transaction, [], ids, batch)) > 0) return batch
  await lowerCommentCounts(
    transaction,
    comments.map((comment) => comment.post_id),
  )
  await deleteComments(transaction, ids)
  return comments.length
}

async function removeVotes(_db: Database, transaction: Connection, member: MemberId, batch: number): Promise<number> {
  const from = { ...ofMember, table: 'comment_votes', of: 'comment_id' }
  const votes = await queries.deleteOwn<{ comment_id: number; vote: 1 | -1 }>(transaction, from, member, batch, [
    'vote',
  ])
  const idsOf = (vote: 1 | -1) => votes.filter((row) => row.vote === vote).map((row) => row.comment_id)
  await queries.decrement(transaction, 'comments', 'upvote_count', idsOf(1))
  await queries.decrement(transaction, 'comments', 'downvote_count', idsOf(-1))
  return votes.length
}

async function removePollVotes(
  _db: Database,
  transaction: Connection,
  member: MemberId,
  batch: number,
): Promise<number> {
  const from = { ...ofMember, table: 'poll_votes', of: 'post_id' }
  const votes = await queries.deleteOwn<VoteRow>(transaction, from, member, batch, ['version', 'choices'])
  await uncountVotes(transaction, votes)
  return votes.length
}

async function removeLikes(db: Database, transaction: Connection, member: MemberId, batch: number): Promise<number> {
  const from = { ...ofMember, table: 'likes', of: 'post_id' }
  const likes = await queries.deleteOwn<{ post_id: PostId }>(transaction, from, member, batch)
  const posts = likes.map((row) => row.post_id)
  await queries.decrement(transaction, 'posts', 'liked_by_count', posts)
  const lowered = await queries.lowerLikeCounts(transaction, posts)
  await recordLikeEvents(
    transaction,
    lowered.map((post) => ({ at: db.ids.next(), post_id: post, delta: -1 })),
  )
  return posts.length
}

/**
 * For dislikes and reposts, which a post counts. like_count stays as it is when a dislike goes: a dislike takes a like
 * back, and removing the account must not bring the like back.
 */
function removeCounted(table: 'dislikes' | 'reposts', count: 'disliked_by_count' | 'repost_count'): Step {
  return async (_db, transaction, member, batch) => {
    const rows = await queries.deleteOwn<{ post_id: PostId }>(
      transaction,
      { ...ofMember, table, of: 'post_id' },
      member,
      batch,
    )
    await queries.decrement(
      transaction,
      'posts',
      count,
      rows.map((row) => row.post_id),
    )
    return rows.length
  }
}
