import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isIn } from '../../database/in-list.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId } from '../../database/schema.ts'

/**
 * Members whose posts, with all that is under them, and follow lists everyone sees. Those of others are for followers:
 * a private member accepts them, one who was limited need not. A condition on the table `members`.
 */
export const isForEveryone = sql<SqlBool>`(members.is_private = 0 and members.limited_at is null)`

/**
 * As isForEveryone, on the table `posts`, for lists of posts by everybody. Not a join: SQLite would read all members
 * into a Bloom filter before the first post.
 */
export const isPostForEveryone = sql<SqlBool>`(select ${isForEveryone} from members where members.id = posts.author_id)`

/** As isForEveryone, for one viewer: the members whose posts this viewer sees. Blocks are a rule of their own. */
export const isReadableBy = (viewer: MemberId | RawBuilder<unknown>) => sql<SqlBool>`(
  ${isForEveryone} or members.id = ${viewer} or exists (
    select 1 from follows as reading where reading.follower_id = ${viewer} and reading.followed_id = members.id))`

/** Who sees what a member posts, as read from the database. */
export interface Audience {
  readonly is_private: 0 | 1
  readonly limited_at: number | null
}

/** Whether only followers do: `isForEveryone` for a row. */
export const isForFollowers = (row: Audience): boolean => row.is_private === 1 || row.limited_at !== null

/**
 * `isReadableBy` for rows: which of these members have posts and follow lists that the viewer sees. It takes a query
 * only if some of them are for followers.
 */
export async function findReadable(
  db: Connection,
  viewer: MemberId | null,
  members: Iterable<Audience & { readonly id: MemberId }>,
): Promise<(member: MemberId) => boolean> {
  const closed = new Set([...members].filter((row) => row.id !== viewer && isForFollowers(row)).map((row) => row.id))
  const followed = viewer === null || closed.size === 0 ? [] : await listFollowedAmong(db, viewer, [...closed])
  for (const member of followed) closed.delete(member)
  return (member) => !closed.has(member)
}

interface Among {
  readonly viewer: MemberId
  readonly members: readonly MemberId[]
}

const followedAmong = prepared((db, { viewer, members }: Among) =>
  db
    .selectFrom('follows')
    .select('followed_id')
    .where('follower_id', '=', viewer)
    .where(isIn(db, 'followed_id', members)),
)

/** Those of these members whom the viewer follows. */
async function listFollowedAmong(db: Connection, viewer: MemberId, members: readonly MemberId[]) {
  return (await followedAmong.all(db, { viewer, members })).map((row) => row.followed_id)
}
