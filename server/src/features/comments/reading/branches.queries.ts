import { EMBED_MAX } from '@quack/contract/rules/limits'
import { type SqlBool, sql } from 'kysely'
import type { Connection } from '../../../database/database.ts'
import { isPostgres } from '../../../database/engine.ts'
import { idsParameter, isIn } from '../../../database/in-list.ts'
import { cursorCodec, ID_CODEC, type KeyRange, type PageRequest } from '../../../database/paging.ts'
import { prepared } from '../../../database/prepared.ts'
import type { CommentId, MemberId, PostId } from '../../../database/schema.ts'
import { isNotUnderBlocker, isVisible } from '../../visibility/visibility.ts'

/** Trees of comments (docs/decisions/051-answers.md). A place is what a deleted comment leaves: it has no author. */

export const BRANCH_CURSOR = cursorCodec('branch', { id: ID_CODEC })

/** A comment that everybody may see. No `exists`: for that, PostgreSQL may read all comments into a hash table. */
const seen = sql`
  select 1 from comments as list join members on members.id = list.author_id where ${isVisible} and ${isNotUnderBlocker}`
const isSeen = sql<SqlBool>`(${seen} and list.id = tops.id limit 1) is not null`
const hasSeenAnswers = sql<SqlBool>`(${seen} and list.top_id = tops.id limit 1) is not null`

const tops = prepared((_db, { postId, after, limit }: { postId: PostId; after: number; limit: number }) => {
  const part = sql`order by tops.id desc limit ${limit}`
  return sql<{ id: CommentId }>`
    select id from (
      select * from (
        select tops.id from comments as tops
        where tops.post_id = ${postId} and tops.answers_id is null and tops.id < ${after}
          and (${isSeen} or ${hasSeenAnswers}) ${part}) as commented
      union all select * from (
        select tops.id from comment_places as tops
        where tops.post_id = ${postId} and tops.answers_id is null and tops.id < ${after} and ${hasSeenAnswers} ${part}
      ) as deleted
    ) as listed
    order by id desc limit ${limit}`
})

/** The comments on a post that answer no other, newest first, with the places that have answers. */
export function listTops(db: Connection, postId: PostId, { limit, after }: PageRequest<{ id: number }>) {
  return tops.all(db, { postId, limit, after: after?.id ?? Number.MAX_SAFE_INTEGER })
}

const unseenTops = prepared((_db, { postId, after, until }: { postId: PostId; after: number; until: number }) => {
  return sql<{ count: number }>`
    select count(*) as count from comments as tops
    join posts on posts.id = tops.post_id
    join blocks on blocks.blocker_id = posts.author_id and blocks.blocked_id = tops.author_id
    where tops.post_id = ${postId} and tops.answers_id is null and tops.id < ${after} and tops.id >= ${until}
      and not (${hasSeenAnswers})`
})

/**
 * How many comments of this list are left out of the range: the post's author has blocked theirs, and no answer is
 * seen.
 */
export async function countUnseenTops(db: Connection, postId: PostId, { after, until }: KeyRange<{ id: number }>) {
  const ends = { after: after?.id ?? Number.MAX_SAFE_INTEGER, until: until?.id ?? 0 }
  return Number((await unseenTops.first(db, { postId, ...ends }))?.count ?? 0)
}

/** An answer or a place in a branch: its id, what it answers, and its author, who is null for a place. */
export type BranchEntry = readonly [CommentId, CommentId | null, MemberId | null]
interface BranchRow {
  readonly top: CommentId
  readonly author: MemberId | null
  readonly entries: string | readonly BranchEntry[]
}

/** What stands in a branch. */
interface Branch {
  /** Of its top; null for a place. */
  readonly author: MemberId | null
  /** Below the top, oldest first. */
  readonly entries: readonly BranchEntry[]
}

interface Extent {
  /** Entries up to this one are left out. */
  readonly after: number
  /** How many entries of each branch are read. */
  readonly each: number
  /** Branches that begin after so many entries of others are left out. */
  readonly all: number
}

/** Each of these ids as `branch.value`, in their order. */
const eachOf = (db: Connection, ids: readonly CommentId[]) =>
  isPostgres(db)
    ? sql`unnest(${idsParameter(db, ids)}::bigint[]) with ordinality as branch (value, key)`
    : sql`json_each(${idsParameter(db, ids)}) as branch`

const branches = prepared((db, { ids, after, each, all }: Extent & { ids: readonly CommentId[] }) => {
  const part = (top: string) => sql`where top_id = ${sql.ref(top)} and id > ${after} order by id limit ${each}`
  const sizeOf = (top: string) => sql`(
    (select count(*) from (select 1 from comments ${part(top)}) as part)
    + (select count(*) from (select 1 from comment_places ${part(top)}) as part))`
  const entries = sql`
    select * from (
      select * from (select id, answers_id, author_id from comments ${part('branch.value')}) as answers
      union all
      select * from (select id, answers_id, cast(null as bigint) from comment_places ${part('branch.value')}) as places
    ) as entries order by id limit ${each}`
  const text = isPostgres(db)
    ? sql`coalesce((
        select json_agg(json_build_array(id, answers_id, author_id) order by id) from (${entries}) as entries), '[]')`
    : sql`(select json_group_array(json_array(id, answers_id, author_id)) from (${entries}))`
  // One after the other, as long as they are read: to count is the larger part of the cost.
  return sql<BranchRow>`
    with recursive listed (value, key) as materialized (select value, cast(key as bigint) from ${eachOf(db, ids)}),
    branch (value, key, total) as (
      select value, key, ${sizeOf('listed.value')} from listed where key = ${isPostgres(db) ? sql.lit(1) : sql.lit(0)}
      union all
      select listed.value, listed.key, branch.total + ${sizeOf('listed.value')}
      from branch join listed on listed.key = branch.key + 1 where branch.total < ${all})
    select value as top, (select author_id from comments where id = branch.value) as author, ${text} as entries
    from branch order by key`
})

/** What stands in branches: in the first of these, as far as the extent goes. */
export async function listBranches(
  db: Connection,
  ids: readonly CommentId[],
  extent: Extent,
): Promise<ReadonlyMap<CommentId, Branch>> {
  const rows = await branches.all(db, { ids, ...extent })
  return new Map(
    rows.map(({ top, author, entries }) => [
      top,
      { author, entries: typeof entries === 'string' ? JSON.parse(entries) : entries },
    ]),
  )
}

const answerCounts = prepared((db, { ids, max }: { ids: readonly CommentId[]; max: number }) => {
  return sql<{ id: CommentId; count: number }>`
    select value as id, (
      select count(*) from (${seen} and list.answers_id = branch.value limit ${max}) as part) as count
    from ${eachOf(db, ids)}`
})

/** How many direct answers that everybody may see each of these comments has, as far as they are counted. */
export async function countAnswers(db: Connection, ids: readonly CommentId[]): Promise<ReadonlyMap<number, number>> {
  const rows = ids.length === 0 ? [] : await answerCounts.all(db, { ids, max: EMBED_MAX })
  return new Map(rows.map(({ id, count }) => [id, Number(count)]))
}

const seenAuthors = prepared((db, { postId, members }: { postId: PostId; members: readonly MemberId[] }) =>
  db
    .selectFrom('members')
    .select('members.id')
    .where(isIn(db, 'members.id', members))
    .where(isVisible)
    .where(sql<SqlBool>`not exists (
      select 1 from posts join blocks on blocks.blocker_id = posts.author_id
      where posts.id = ${postId} and blocks.blocked_id = members.id)`),
)

/** Those of these members whose comments on the post everybody may see. */
export async function listSeenAuthors(db: Connection, postId: PostId, members: readonly MemberId[]) {
  return new Set((await seenAuthors.all(db, { postId, members })).map(({ id }) => id))
}

export interface Placed {
  readonly id: CommentId
  readonly post_id: PostId
  readonly answers_id: CommentId | null
  readonly top_id: CommentId | null
  readonly author_id: MemberId | null
}

/** A comment, or the place of one. */
export const findPlaced = prepared((_db, { id }: { id: CommentId }) => {
  return sql<Placed>`
    select id, post_id, answers_id, top_id, author_id from comments where id = ${id}
    union all select id, post_id, answers_id, top_id, cast(null as bigint) from comment_places where id = ${id}`
}).first
