import { type SqlBool, sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { isReadableBy } from '../visibility/audience.ts'
import { isNotUnderBlocker, isPostVisible, isVisible, unseenBy } from '../visibility/visibility.ts'

/** A member's own data, list by list, in pages: rows past `after`, in the order of their keys. */

export const PAGE = 500

export function findAccount(db: Connection, member: MemberId) {
  return db
    .selectFrom('members')
    .select([
      'id',
      'username',
      'first_name',
      'last_name',
      'email',
      'avatar_url',
      'bio',
      'website',
      'is_private',
      'resumes_home',
      'extra',
    ])
    .where('id', '=', member)
    .executeTakeFirst()
}

export function listPosts(db: Connection, member: MemberId, after: number) {
  return db
    .selectFrom('posts')
    .select([
      'id as key',
      'public_id',
      'content',
      'media_url',
      'media_type',
      'media_name',
      'alt',
      'lang',
      'like_count',
      'updated_at',
    ])
    .where('author_id', '=', member)
    .where('id', '>', after as never)
    .orderBy('id')
    .limit(PAGE)
    .execute()
}

/** Posts, joined with their authors, that the member may read at this moment. */
const isSeenBy = (member: MemberId) => sql<SqlBool>`(
  ${isReadableBy(member)} and members.id not in ${unseenBy(sql`${member}`)}
  and (${isPostVisible} or posts.author_id = ${member}))`

/** A comment stays the member's own under a post that they do not see any more; which one it is, is not told. */
export function listComments(db: Connection, member: MemberId, after: number) {
  return db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .innerJoin('members', 'members.id', 'posts.author_id')
    .select(['comments.id as key', 'comments.text', 'comments.updated_at'])
    .select((eb) => eb.case().when(isSeenBy(member)).then(eb.ref('posts.public_id')).end().as('public_id'))
    .where('comments.author_id', '=', member)
    .where('comments.id', '>', after as never)
    .orderBy('comments.id')
    .limit(PAGE)
    .execute()
}

/** Votes on comments that the member still sees. */
export function listVotes(db: Connection, member: MemberId, after: number) {
  return db
    .selectFrom('comment_votes')
    .innerJoin('comments as list', 'list.id', 'comment_votes.comment_id')
    .innerJoin('posts', 'posts.id', 'list.post_id')
    .innerJoin('members', 'members.id', 'posts.author_id')
    .select(['comment_votes.comment_id as key', 'comment_votes.vote', 'comment_votes.at'])
    .where('comment_votes.member_id', '=', member)
    .where(isSeenBy(member))
    .where(isNotUnderBlocker)
    .where(sql<SqlBool>`list.author_id not in ${unseenBy(sql`${member}`)}`)
    .where('comment_votes.comment_id', '>', after as never)
    .orderBy('comment_votes.comment_id')
    .limit(PAGE)
    .execute()
}

/** Reactions to posts that the member may still read. */
export function listReactions(
  db: Connection,
  table: 'likes' | 'dislikes' | 'bookmarks' | 'notification_mutes',
  member: MemberId,
  after: number,
) {
  return db
    .selectFrom(table)
    .innerJoin('posts', 'posts.id', `${table}.post_id`)
    .innerJoin('members', 'members.id', 'posts.author_id')
    .select([`${table}.post_id as key`, 'posts.public_id', `${table}.at`])
    .where(`${table}.member_id`, '=', member)
    .where(isSeenBy(member))
    .where(`${table}.post_id`, '>', after as never)
    .orderBy(`${table}.post_id`)
    .limit(PAGE)
    .execute()
}

export function listPinned(db: Connection, member: MemberId, after: number) {
  return db
    .selectFrom('pinned_posts')
    .innerJoin('posts', 'posts.id', 'pinned_posts.post_id')
    .select(['pinned_posts.post_id as key', 'posts.public_id'])
    .where('pinned_posts.member_id', '=', member)
    .where('pinned_posts.post_id', '>', after as never)
    .orderBy('pinned_posts.post_id')
    .limit(PAGE)
    .execute()
}

export function listFeedPositions(db: Connection, member: MemberId) {
  return db
    .selectFrom('feed_positions')
    .select(['sort', 'post_id', 'line_offset', 'read_at', 'device'])
    .where('member_id', '=', member)
    .orderBy('sort')
    .execute()
}

export function listReports(db: Connection, member: MemberId, after: number) {
  return db
    .selectFrom('reports')
    .select(['id as key', 'target_kind', 'rule', 'text', 'copy'])
    .where('reporter_id', '=', member)
    .where('id', '>', after as never)
    .orderBy('id')
    .limit(PAGE)
    .execute()
}

export function listDecisions(db: Connection, member: MemberId, after: number) {
  return db
    .selectFrom('decisions')
    .select(['id as key', 'target_kind', 'copy', 'actions', 'message', 'appeal'])
    .where('member_id', '=', member)
    .where('id', '>', after as never)
    .orderBy('id')
    .limit(PAGE)
    .execute()
}

/** Who else is in rows of this table, by the column that is not the member's; without those who block the member. */
function listPeople(table: 'follows' | 'follow_requests' | 'blocks' | 'mutes', mine: string, other: string) {
  return async (db: Connection, member: MemberId, after: number) => {
    const { rows } = await sql<{ key: number; username: string }>`
      select list.at as key, members.username from ${sql.table(table)} as list
      join members on members.id = ${sql.ref(`list.${other}`)}
      where ${sql.ref(`list.${mine}`)} = ${member} and list.at > ${after} and ${isVisible}
        and not exists (select 1 from blocks where blocker_id = members.id and blocked_id = ${member})
      order by list.at limit ${PAGE}`.execute(db)
    return rows
  }
}
export const listFollowing = listPeople('follows', 'follower_id', 'followed_id')
export const listFollowers = listPeople('follows', 'followed_id', 'follower_id')
export const listFollowRequests = listPeople('follow_requests', 'follower_id', 'followed_id')
export const listFollowRequestsReceived = listPeople('follow_requests', 'followed_id', 'follower_id')
export const listBlocks = listPeople('blocks', 'blocker_id', 'blocked_id')
export const listMutes = listPeople('mutes', 'muter_id', 'muted_id')

/** In the order in which they were followed, by their keys: the spelling may be that of a post that the member does not see. */
export function listFollowedTags(db: Connection, member: MemberId, after: number) {
  return db
    .selectFrom('tag_follows')
    .innerJoin('tags', 'tags.id', 'tag_follows.tag_id')
    .select(['tag_follows.at as key', 'tags.key as tag'])
    .where('tag_follows.member_id', '=', member)
    .where('tag_follows.at', '>', after)
    .orderBy('tag_follows.at')
    .limit(PAGE)
    .execute()
}

export function listMutedWords(db: Connection, member: MemberId, after: number) {
  return db
    .selectFrom('muted_words')
    .select(['id as key', 'phrase', 'action'])
    .where('member_id', '=', member)
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE)
    .execute()
}

export function listNotificationKinds(db: Connection, member: MemberId) {
  return db
    .selectFrom('notification_kinds')
    .select(['kind', 'list', 'push', 'audience'])
    .where('member_id', '=', member)
    .orderBy('kind')
    .execute()
}

export function listNotificationPreferences(db: Connection, member: MemberId) {
  return db
    .selectFrom('notification_preferences')
    .select(['push_text', 'quiet_hours', 'digest'])
    .where('member_id', '=', member)
    .execute()
}
