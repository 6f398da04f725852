import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { cursorCodec, ID_CODEC, type PartRequest, takePart } from '../../database/paging.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId, TagId } from '../../database/schema.ts'
import { firstTextOf } from './tag-posts.queries.ts'
import { spellingIn } from './tag-spelling.ts'

export const TAG_FOLLOWS_CURSOR = cursorCodec('followed-tags', { at: ID_CODEC })

/** Spelt as in the first post that everyone sees, or else as the key. */
export async function listFollowedTags(db: Connection, member: MemberId, page: PartRequest<{ at: number }>) {
  const rows = await db
    .selectFrom('tag_follows')
    .innerJoin('tags', 'tags.id', 'tag_follows.tag_id')
    .select(['tags.key', 'tag_follows.at', firstTextOf(sql`tags.id`).as('text')])
    .where('tag_follows.member_id', '=', member)
    .$call((query) => takePart(query, 'tag_follows.at', page))
    .execute()
  return rows.map(({ text, ...tag }) => ({ ...tag, name: spellingIn(text, tag.key) }))
}

export async function doesFollowTag(db: Connection, member: MemberId, tag: TagId): Promise<boolean> {
  const row = await db
    .selectFrom('tag_follows')
    .select('at')
    .where('member_id', '=', member)
    .where('tag_id', '=', tag)
    .executeTakeFirst()
  return row !== undefined
}

const anyOf = prepared((db, { member }: { member: MemberId }) =>
  db.selectFrom('tag_follows').select('tag_id').where('member_id', '=', member).limit(1),
)

export async function followsTags(db: Connection, member: MemberId): Promise<boolean> {
  return (await anyOf.first(db, { member })) !== undefined
}

/** How many tags the member follows. The lock on the member's row keeps others from adding some. */
export async function countForFollow(db: Connection, member: MemberId): Promise<number> {
  const own = db.selectFrom('members').select('id').where('id', '=', member)
  if (isPostgres(db)) await own.forNoKeyUpdate().execute()
  const { count } = await db
    .selectFrom('tag_follows')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('member_id', '=', member)
    .executeTakeFirstOrThrow()
  return count
}

/** @returns false if the member follows it already */
export async function insertTagFollow(db: Connection, member: MemberId, tag: TagId, at: number): Promise<boolean> {
  const result = await db
    .insertInto('tag_follows')
    .values({ member_id: member, tag_id: tag, at })
    .onConflict((conflict) => conflict.columns(['member_id', 'tag_id']).doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function deleteTagFollow(db: Connection, member: MemberId, tag: TagId): Promise<void> {
  await db.deleteFrom('tag_follows').where('member_id', '=', member).where('tag_id', '=', tag).execute()
}
