import type { Post, ReadSort } from '@quack/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isIn, isNotIn } from '../../database/in-list.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { summaryView } from '../members/members.view.ts'
import { isRepostable } from '../posts/post-lists.queries.ts'
import { isVisible } from '../visibility/visibility.ts'
import type { Reader } from './feed-authors.ts'
import { type FeedKey, keyById } from './feed-keys.ts'
import { listMerged, type Part } from './merged-lists.queries.ts'

/**
 * Reposts bring posts into the feeds of those who follow the reposter. A post is in a feed once: in its own place if
 * its author or one of its hashtags is followed, otherwise in the place of the earliest repost by a followed member
 * whose reposts the reader wants. In Trending, likes decide its place.
 */

/** A post that reposts have brought into a feed. */
interface Brought {
  readonly id: PostId
  readonly repost: NonNullable<Post['repost']>
  /** Who has reposted it first, of those whom the reader follows. */
  readonly by: MemberId
}

/** A condition on `follows`: the reader wants the reposts of the followed member. */
const wantsReposts = (db: Connection, { id, muted }: Reader): RawBuilder<unknown> => {
  const isWanted = muted.length > 0 ? sql`and ${isNotIn(db, 'follows.followed_id', muted)}` : sql``
  return sql`follows.follower_id = ${id} and follows.hides_reposts = 0 ${isWanted}`
}

/** A condition on `posts` and the `members` who wrote them: reposts can bring them to a reader. */
function mayBeBrought(db: Connection, { id, unlisted, hasTags }: Reader): RawBuilder<unknown> {
  const isWanted = unlisted.length > 0 ? sql`and ${isNotIn(db, 'posts.author_id', unlisted)}` : sql``
  const isTagged = sql`exists (
    select 1 from post_tags join tag_follows on tag_follows.tag_id = post_tags.tag_id
    where post_tags.post_id = posts.id and tag_follows.member_id = ${id})`
  return sql`${isRepostable} and posts.author_id <> ${id} and not exists (
      select 1 from follows as reading where reading.follower_id = ${id} and reading.followed_id = posts.author_id)
    ${isWanted} ${hasTags ? sql`and not ${isTagged}` : sql``}`
}

/** The reposts of a part of a feed by members whose reposts the reader wants. Most of them may bring nothing. */
export function listReposts(db: Connection, reader: Reader, sort: ReadSort, part: Part): Promise<readonly number[]> {
  const lists = sql`select followed_id as list from follows where ${wantsReposts(db, reader)}`
  return listMerged(db, { lists, table: 'reposts', list: 'member_id', id: 'id', isListed: sql`true` }, sort, part)
}

interface Candidate {
  readonly id: PostId
  readonly at: number
}

/** Of these reposts, those of posts that can be brought to the reader, whoever reposted them first. */
async function listCandidates(db: Connection, reader: Reader, reposts: readonly number[]) {
  const { rows } = await sql<Candidate>`
    select reposts.id as at, posts.id from reposts
    join posts on posts.id = reposts.post_id join members on members.id = posts.author_id
    where ${isIn(db, 'reposts.id', reposts)} and ${mayBeBrought(db, reader)}`.execute(db)
  return rows
}

/** Up to so many reposts are compared with the followed members; otherwise the followed members with them. */
const FEW_REPOSTS = 1_000

/** The reposts of posts by members whose reposts the reader wants: a select of `post_id`, `id` and `member_id`. */
function wantedReposts(db: Connection, reader: Reader, posts: RawBuilder<unknown>): RawBuilder<unknown> {
  const ofMember = sql`members.id = follows.followed_id and ${isVisible} and ${wantsReposts(db, reader)}`
  return sql`
    select reposts.post_id, reposts.id, reposts.member_id from posts
    cross join reposts cross join follows cross join members
    where ${posts} and posts.repost_count <= ${FEW_REPOSTS} and reposts.post_id = posts.id
      and follows.followed_id = reposts.member_id and ${ofMember}
    union all
    select reposts.post_id, reposts.id, reposts.member_id from posts
    cross join follows cross join reposts cross join members
    where ${posts} and posts.repost_count > ${FEW_REPOSTS} and reposts.post_id = posts.id
      and reposts.member_id = follows.followed_id and ${ofMember}`
}

interface First {
  readonly post: PostId
  readonly at: number
  readonly count: number
  readonly by: MemberId
  readonly username: string
  readonly first_name: string
  readonly last_name: string
  readonly avatar_url: string
}

/** The earliest repost of each post by a member whose reposts the reader wants, and how many such there are. */
async function listFirsts(db: Connection, reader: Reader, posts: readonly PostId[]): Promise<readonly First[]> {
  const { rows } = await sql<First>`
    with wanted as (${wantedReposts(db, reader, sql`${isIn(db, 'posts.id', posts)}`)}),
    firsts as (select post_id, min(id) as id, count(*) as count from wanted group by post_id)
    select firsts.post_id as post, firsts.id as at, firsts.count, members.id as "by", members.username,
      members.first_name, members.last_name, members.avatar_url
    from firsts join reposts on reposts.id = firsts.id join members on members.id = reposts.member_id`.execute(db)
  return rows
}

/** Of these reposts, those that bring a post into the reader's feed. */
export async function listBrought(db: Connection, reader: Reader, reposts: readonly number[]): Promise<FeedKey[]> {
  const candidates = await listCandidates(db, reader, reposts)
  if (candidates.length === 0) return []
  const places = new Set(candidates.map(({ at }) => at))
  const firsts = await listFirsts(db, reader, [...new Set(candidates.map(({ id }) => id))])
  return firsts.flatMap(({ post, at }) => (places.has(at) ? [keyById(post, at)] : []))
}

/** Why reposts have brought each of these posts into a feed, if they have. */
export async function listReposters(
  db: Connection,
  reader: Reader,
  posts: readonly PostId[],
): Promise<readonly Brought[]> {
  const { rows } = await sql<{ id: PostId }>`
    select posts.id from posts join members on members.id = posts.author_id
    where ${isIn(db, 'posts.id', posts)} and posts.repost_count > 0 and ${mayBeBrought(db, reader)}`.execute(db)
  if (rows.length === 0) return []
  const firsts = await listFirsts(
    db,
    reader,
    rows.map(({ id }) => id),
  )
  return firsts.map(broughtBy)
}

function broughtBy(first: First): Brought {
  const { post, at, count, by } = first
  return { id: post, repost: { id: String(at), by: summaryView({ ...first, id: by }), others: Number(count) - 1 }, by }
}

/** The posts that members have reposted whose reposts the reader wants: a select of their ids. */
const repostedIds = (db: Connection, reader: Reader) => sql`
  select reposts.post_id from follows cross join reposts cross join members
  where reposts.member_id = follows.followed_id and members.id = follows.followed_id and ${isVisible}
    and ${wantsReposts(db, reader)}`

/** The posts that reposts bring to the reader: their columns. */
export const broughtPosts = (db: Connection, reader: Reader, columns: RawBuilder<unknown>, more = sql``) => sql`
  select ${columns} from posts join members on members.id = posts.author_id ${more}
  where posts.id in (${repostedIds(db, reader)}) and ${mayBeBrought(db, reader)}`

/** The posts that reposts may bring to the reader, in ascending order; null if there are more than `max`. */
export async function listReposted(db: Connection, reader: Reader, max: number): Promise<Float64Array | null> {
  const { rows } = await sql<{ id: PostId }>`
    select distinct post_id as id from (${repostedIds(db, reader)}) as reposted limit ${max + 1}`.execute(db)
  return rows.length > max ? null : Float64Array.from(rows, ({ id }) => id).sort()
}
