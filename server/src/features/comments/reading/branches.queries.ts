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

/** How many of these comments in the range nobody sees: the post's author has blocked their authors. */
export async function countUnseenTops(db: Connection, postId: PostId, { after, until }: KeyRange<{ id: number }>) {
  const ends = { after: after?.id ?? Number.MAX_SAFE_INTEGER, until: until?.id ?? 0 }
  return Number((await unseenTops.first(db, { postId, ...ends }))?.count ?? 0)
}

/** An answer or a place in a branch: its id, what it answers, and its author, who is null for a place. */
export type BranchEntry = readonly [CommentId, CommentId | null, MemberId | null]
interface BranchRow {
  readonly top: CommentId
  readonly entries: string | readonly BranchEntry[]
}

const branches = prepared((db, { ids, limit }: { ids: readonly CommentId[]; limit: number }) => {
  const part = sql`where top_id = branch.value order by id limit ${limit}`
  const entries = sql`
    select * from (select id, answers_id, author_id from comments ${part}) as answers
    union all select * from (select id, answers_id, cast(null as bigint) from comment_places ${part}) as places`
  return isPostgres(db)
    ? sql<BranchRow>`
        select value as top, coalesce((
          select json_agg(json_build_array(id, answers_id, author_id)) from (${entries}) as entries), '[]') as entries
        from unnest(${idsParameter(db, ids)}::bigint[]) as branch (value)`
    : sql<BranchRow>`
        select value as top, (
          select json_group_array(json_array(id, answers_id, author_id)) from (${entries})) as entries
        from json_each(${idsParameter(db, ids)}) as branch`
})

/** What stands in each of these branches below its top: the oldest `limit` comments, and as many places. */
export async function listBranches(
  db: Connection,
  ids: readonly CommentId[],
  limit: number,
): Promise<ReadonlyMap<CommentId, readonly BranchEntry[]>> {
  const rows = await branches.all(db, { ids, limit })
  return new Map(
    rows.map(({ top, entries }) => [top, typeof entries === 'string' ? JSON.parse(entries) : entries] as const),
  )
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

interface Placed {
  readonly post_id: PostId
  readonly answers_id: CommentId | null
  readonly top_id: CommentId | null
  readonly author_id: MemberId | null
}

/** A comment, or the place of one. */
export const findPlaced = prepared((_db, { id }: { id: CommentId }) => {
  return sql<Placed>`
    select post_id, answers_id, top_id, author_id from comments where id = ${id}
    union all select post_id, answers_id, top_id, cast(null as bigint) from comment_places where id = ${id}`
}).first
