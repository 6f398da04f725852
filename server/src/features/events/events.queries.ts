import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { isIn } from '../../database/in-list.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId, PostId, SessionId } from '../../database/schema.ts'
import { postRows } from '../posts/posts.queries.ts'
import { isPostVisible, isVisible } from '../visibility/visibility.ts'

export interface NewPostsQuery {
  readonly viewer: MemberId
  /** Posts up to this id have been delivered. */
  readonly floor: number
}

/**
 * For each viewer, the newest `limit` posts after the floor by members whom the viewer follows and has not muted. Some
 * may have been delivered. The posts are in the order of their ids.
 * @param authors restricts the posts to these authors; null for all authors
 */
export async function listNewPosts(
  db: Connection,
  requests: readonly NewPostsQuery[],
  authors: readonly MemberId[] | null,
  limit: number,
): Promise<readonly { readonly viewer: MemberId; readonly id: PostId }[]> {
  const restriction = authors === null ? sql`` : sql`and ${isIn(db, 'follows.followed_id', authors)}`
  const { rows } = await sql<{ viewer: MemberId; id: PostId }>`
    select viewer, id from (
      select request.viewer, posts.id,
        row_number() over (partition by request.viewer order by posts.id desc) as rank
      from ${requestRows(db, requests)} as request
      join follows on follows.follower_id = request.viewer
      join posts on posts.author_id = follows.followed_id and posts.id > request.floor and ${isPostVisible}
      where not exists (
        select 1 from mutes where muter_id = request.viewer and muted_id = follows.followed_id
          and (ends_at is null or ends_at > ${Date.now()}))
      ${restriction}
    ) as ranked
    where rank <= ${limit} order by id`.execute(db)
  return rows
}

export function requestRows(db: Connection, requests: readonly NewPostsQuery[]): RawBuilder<unknown> {
  if (isPostgres(db)) {
    const viewers = requests.map(({ viewer }) => viewer)
    const floors = requests.map(({ floor }) => floor)
    return sql`(select * from unnest(${viewers}::bigint[], ${floors}::bigint[]) as given (viewer, floor))`
  }
  const pairs = JSON.stringify(requests.map(({ viewer, floor }) => [viewer, floor]))
  return sql`(select value ->> 0 as viewer, value ->> 1 as floor from json_each(${pairs}))`
}

/** The authors of posts after this id; null if there are more than `limit` such posts. */
export async function listRecentAuthors(db: Connection, floor: number, limit: number): Promise<MemberId[] | null> {
  const rows = await db
    .selectFrom('posts')
    .select('author_id')
    .where('id', '>', floor as PostId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return rows.length > limit ? null : [...new Set(rows.map((row) => row.author_id))]
}

/** When each of these sessions expires, in milliseconds since 1970. Sessions that were ended are absent. */
export async function listSessionEnds(db: Connection, ids: readonly SessionId[]): Promise<Map<SessionId, number>> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'expires_at'])
    .where(isIn(db, 'sessions.id', ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row.expires_at]))
}

/** What events show of members' own profiles. */
export function listProfiles(db: Connection, ids: readonly MemberId[]) {
  return db
    .selectFrom('members')
    .leftJoin('pinned_posts', 'pinned_posts.member_id', 'members.id')
    .select(['members.id', 'members.followers_count', 'pinned_posts.post_id as pinned_post'])
    .select(
      // Differs after an own block, mute or muted word was added, removed or edited. It does not depend on who has
      // blocked the member.
      sql<string>`
        (select count(*) || '-' || coalesce(max(at), 0) from blocks where blocker_id = members.id) || '-' ||
        (select count(*) || '-' || coalesce(max(at), 0) from mutes where muter_id = members.id) || '-' ||
        (select count(*) || '-' || coalesce(max(id), 0) || '-' || coalesce(max(edited_at), 0)
          from muted_words where member_id = members.id)`.as('relations'),
    )
    .select(
      // As the count of the member's own record, without a look at those who ask.
      sql<number>`(select count(*) from follow_requests where followed_id = members.id)`.as('requests'),
    )
    .select(
      sql<string>`
        (select count(*) || '-' || coalesce(max(at), 0) from follow_requests where follower_id = members.id)`.as(
        'own_requests',
      ),
    )
    .where(isIn(db, 'members.id', ids))
    .where(isVisible)
    .execute()
}

export type PostStateRow = Awaited<ReturnType<typeof listPostStates>>[number]

/** Posts by their ids, also those that a moderator has hidden: the caller decides who sees them. */
export const listPostStates = prepared((db, { ids }: { readonly ids: readonly PostId[] }) =>
  postRows(db)
    .leftJoin('link_cards', 'link_cards.hash', 'posts.link_hash')
    .select(['posts.comments_version', 'link_cards.id as card_id', 'link_cards.changed_at as card_at'])
    .select('link_cards.title as card_title')
    .where(isIn(db, 'posts.id', ids)),
).all

type Voters = { readonly posts: readonly PostId[]; readonly members: readonly MemberId[] }

/** Which of these members have voted in the polls of these posts. */
export const listVoters = prepared((db, { posts, members }: Voters) =>
  db
    .selectFrom('poll_votes')
    .innerJoin('polls', (join) =>
      join.onRef('polls.post_id', '=', 'poll_votes.post_id').onRef('polls.version', '=', 'poll_votes.version'),
    )
    .select(['poll_votes.post_id', 'poll_votes.member_id'])
    .where(isIn(db, 'poll_votes.post_id', posts))
    .where(isIn(db, 'poll_votes.member_id', members)),
).all

/** Which of these members follow which of those. */
export function listFollows(db: Connection, followers: readonly MemberId[], followed: readonly MemberId[]) {
  return db
    .selectFrom('follows')
    .select(['follower_id', 'followed_id'])
    .where(isIn(db, 'follower_id', followers))
    .where(isIn(db, 'followed_id', followed))
    .execute()
}
