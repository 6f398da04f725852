import type { Connection } from '../../database/database.ts'
import { isIn, isNotIn } from '../../database/in-list.ts'
import { cursorCodec, ID_CODEC, type PartRequest, takePart } from '../../database/paging.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId } from '../../database/schema.ts'
import { isVisible } from '../visibility/visibility.ts'

type Pair = { readonly follower: MemberId; readonly followed: MemberId }

/** @returns false if there is such a request already */
export const insertRequest = prepared((db, { follower, followed, at }: Pair & { at: number }) =>
  db
    .insertInto('follow_requests')
    .values({ follower_id: follower, followed_id: followed, at })
    .onConflict((conflict) => conflict.columns(['follower_id', 'followed_id']).doNothing()),
).changes

const deleteRow = prepared((db, { follower, followed }: Pair) =>
  db.deleteFrom('follow_requests').where('follower_id', '=', follower).where('followed_id', '=', followed),
)

/** @returns false if there was no such request */
export const deleteRequest = deleteRow.changes

/** In both directions. */
export async function deleteRequestsBetween(db: Connection, a: MemberId, b: MemberId): Promise<void> {
  await deleteRow.send(db, { follower: a, followed: b })
  await deleteRow.send(db, { follower: b, followed: a })
}

/** Who asks to follow a member, in no order. */
export async function listRequesters(db: Connection, followed: MemberId): Promise<MemberId[]> {
  const rows = await db
    .selectFrom('follow_requests')
    .select('follower_id')
    .where('followed_id', '=', followed)
    .execute()
  return rows.map((row) => row.follower_id)
}

const askingAmong = prepared((db, { followed, members }: { followed: MemberId; members: readonly MemberId[] }) =>
  db
    .selectFrom('follow_requests')
    .select('follower_id as id')
    .where('followed_id', '=', followed)
    .where(isIn(db, 'follower_id', members)),
)

/** Who of these members asks to follow a member. */
export async function listAskingAmong(db: Connection, followed: MemberId, members: readonly MemberId[]) {
  return new Set((await askingAmong.all(db, { followed, members })).map(({ id }) => id))
}

/** @returns who had asked to follow the member, the earliest first */
export async function deleteRequestsTo(db: Connection, followed: MemberId): Promise<MemberId[]> {
  const rows = await db
    .deleteFrom('follow_requests')
    .where('followed_id', '=', followed)
    .returning(['follower_id', 'at'])
    .execute()
  return rows.sort((a, b) => a.at - b.at).map((row) => row.follower_id)
}

export const REQUESTS_CURSOR = cursorCodec('requests', { at: ID_CODEC })

/** Without accounts that are being removed. @param hidden leaves out these members */
export function listRequests(
  db: Connection,
  followed: MemberId,
  page: PartRequest<{ at: number }>,
  hidden: Float64Array,
) {
  return db
    .selectFrom('follow_requests')
    .innerJoin('members', 'members.id', 'follow_requests.follower_id')
    .select(['follow_requests.follower_id as id', 'follow_requests.at'])
    .where('follow_requests.followed_id', '=', followed)
    .where(isVisible)
    .$if(hidden.length > 0, (query) => query.where(isNotIn(db, 'follow_requests.follower_id', hidden)))
    .$call((query) => takePart(query, 'follow_requests.at', page))
    .execute()
}

/** @returns false if it was so before */
export async function updatePrivate(db: Connection, member: MemberId, isPrivate: boolean, now: number) {
  const value = isPrivate ? 1 : 0
  const result = await db
    .updateTable('members')
    .set({ is_private: value, updated_at: now })
    .where('id', '=', member)
    .where('is_private', '<>', value)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
