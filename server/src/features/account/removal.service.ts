import type { Connection, Database } from '../../database/database.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { recordFollowEvents } from '../follows/follows.queries.ts'
import { recordLikeEvents } from '../likes/likes.queries.ts'
import { releaseMedia } from '../media/uploads.queries.ts'
import { findAvatarForEdit } from '../members/members.queries.ts'
import { deleteSessions } from '../sessions/sessions.queries.ts'
import * as queries from './removal.queries.ts'

/** Rows that one transaction removes. Transactions stay short, so that other writers do not wait long. */
const BATCH = 200
/** Posts whose dependent rows are removed at a time, before the posts themselves. */
const POSTS_AT_ONCE = 20

/**
 * The first step, in one short transaction: it anonymises the account and ends its sessions. `removeRows` removes the
 * rest later, even if the process ends in between.
 * @returns false if there is no such member
 */
export function anonymise(db: Database, member: MemberId): Promise<boolean> {
  return db.write(async (transaction) => {
    const avatar = await findAvatarForEdit(transaction, member)
    if (!(await queries.markDeleted(transaction, member, Date.now()))) return false
    await releaseMedia(transaction, avatar)
    await deleteSessions(transaction, member, null)
    return true
  })
}

/**
 * Removes all rows of a member after `anonymise`, in short transactions. The counts of other members and posts are exact
 * after each transaction, so the removal can stop at any point and continue later, on any node.
 * @param mayContinue called between two transactions
 */
export async function removeRows(db: Database, member: MemberId, mayContinue = () => true): Promise<void> {
  while (mayContinue() && !(await db.write((transaction) => removeSome(db, transaction, member))));
}

/** Deletes a member and everything of theirs; resolves when nothing is left. */
export async function deleteMember(db: Database, member: MemberId): Promise<void> {
  await anonymise(db, member)
  await removeRows(db, member)
}

/** @returns true if nothing is left */
async function removeSome(db: Database, transaction: Connection, member: MemberId): Promise<boolean> {
  if (!(await queries.lockDeleted(transaction, member))) return true
  for (const step of STEPS) if ((await step(db, transaction, member)) > 0) return false
  // Foreign keys delete the rest: sessions, one-time links, idempotency keys.
  await queries.deleteRow(transaction, member)
  return true
}

/** Removes a batch of one kind and updates the counts that it affects. @returns how many rows; 0 if none is left */
type Step = (db: Database, transaction: Connection, member: MemberId) => Promise<number>

const ofMember = { owner: 'member_id' } as const

const STEPS: readonly Step[] = [
  removePosts,
  removeComments,
  removeVotes,
  removeLikes,
  removeDislikes,
  removeBookmarks,
].concat([removeFollowing, removeFollowers])

async function removePosts(_db: Database, transaction: Connection, member: MemberId): Promise<number> {
  const found = await queries.listPosts(transaction, member, POSTS_AT_ONCE)
  if (found.length === 0) return 0
  const posts = found.map((post) => post.id)
  // Foreign keys would delete the dependent rows too, but all in one transaction, however many there are.
  const comments = await queries.listCommentsUnder(transaction, posts, BATCH)
  const removed = await removeDependents(transaction, posts, comments)
  if (removed > 0) return removed
  await queries.deleteComments(transaction, comments)
  if (comments.length === 0) {
    await queries.deletePosts(transaction, posts)
    for (const post of found) await releaseMedia(transaction, post.media_url)
  }
  return posts.length
}

async function removeDependents(transaction: Connection, posts: readonly number[], comments: readonly number[]) {
  const dependents = [
    ...(['likes', 'dislikes', 'bookmarks'] as const).map((table) => ({ table, by: 'post_id', ids: posts }) as const),
    { table: 'comment_votes', by: 'comment_id', ids: comments } as const,
  ]
  for (const { ids, ...from } of dependents) {
    const removed = await queries.deleteDependents(transaction, from, ids, BATCH)
    if (removed > 0) return removed
  }
  return 0
}

async function removeComments(_db: Database, transaction: Connection, member: MemberId): Promise<number> {
  const comments = await queries.listComments(transaction, member, BATCH)
  if (comments.length === 0) return 0
  const ids = comments.map((comment) => comment.id)
  const votes = { table: 'comment_votes', by: 'comment_id' } as const
  if ((await queries.deleteDependents(transaction, votes, ids, BATCH)) > 0) return BATCH
  await queries.lowerCommentCounts(
    transaction,
    comments.map((comment) => comment.post_id),
  )
  await queries.deleteComments(transaction, ids)
  return comments.length
}

async function removeVotes(_db: Database, transaction: Connection, member: MemberId): Promise<number> {
  const from = { ...ofMember, table: 'comment_votes', of: 'comment_id' }
  const votes = await queries.deleteOwn<{ comment_id: number; vote: 1 | -1 }>(transaction, from, member, BATCH, [
    'vote',
  ])
  const idsOf = (vote: 1 | -1) => votes.filter((row) => row.vote === vote).map((row) => row.comment_id)
  await queries.decrement(transaction, 'comments', 'upvote_count', idsOf(1))
  await queries.decrement(transaction, 'comments', 'downvote_count', idsOf(-1))
  return votes.length
}

async function removeLikes(db: Database, transaction: Connection, member: MemberId): Promise<number> {
  const from = { ...ofMember, table: 'likes', of: 'post_id' }
  const likes = await queries.deleteOwn<{ post_id: PostId }>(transaction, from, member, BATCH)
  const posts = likes.map((row) => row.post_id)
  await queries.decrement(transaction, 'posts', 'liked_by_count', posts)
  const lowered = await queries.lowerLikeCounts(transaction, posts)
  await recordLikeEvents(
    transaction,
    lowered.map((post) => ({ at: db.ids.next(), post_id: post, delta: -1 })),
  )
  return posts.length
}

/** like_count stays as it is: a dislike takes a like back, and removing the account must not bring the like back. */
async function removeDislikes(_db: Database, transaction: Connection, member: MemberId): Promise<number> {
  const from = { ...ofMember, table: 'dislikes', of: 'post_id' }
  const dislikes = await queries.deleteOwn<{ post_id: PostId }>(transaction, from, member, BATCH)
  await queries.decrement(
    transaction,
    'posts',
    'disliked_by_count',
    dislikes.map((row) => row.post_id),
  )
  return dislikes.length
}

async function removeBookmarks(_db: Database, transaction: Connection, member: MemberId): Promise<number> {
  const from = { ...ofMember, table: 'bookmarks', of: 'post_id' }
  return (await queries.deleteOwn(transaction, from, member, BATCH)).length
}

async function removeFollowing(db: Database, transaction: Connection, member: MemberId): Promise<number> {
  const from = { table: 'follows', owner: 'follower_id', of: 'followed_id' }
  const follows = await queries.deleteOwn<{ followed_id: MemberId }>(transaction, from, member, BATCH)
  const others = follows.map((row) => row.followed_id)
  await queries.decrement(transaction, 'members', 'followers_count', others)
  await recordFollowEvents(
    transaction,
    others.map((other) => ({ at: db.ids.next(), follower_id: member, followed_id: other, delta: -1 })),
  )
  return others.length
}

async function removeFollowers(db: Database, transaction: Connection, member: MemberId): Promise<number> {
  const from = { table: 'follows', owner: 'followed_id', of: 'follower_id' }
  const follows = await queries.deleteOwn<{ follower_id: MemberId }>(transaction, from, member, BATCH)
  const others = follows.map((row) => row.follower_id)
  await queries.decrement(transaction, 'members', 'following_count', others)
  await recordFollowEvents(
    transaction,
    others.map((other) => ({ at: db.ids.next(), follower_id: other, followed_id: member, delta: -1 })),
  )
  return others.length
}
