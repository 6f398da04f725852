import type { Connection } from '../../database/database.ts'
import { cursorCodec, ID_CODEC, type PartRequest, takePart } from '../../database/paging.ts'
import type { MemberId } from '../../database/schema.ts'
import { isVisible } from '../visibility/visibility.ts'

/** @returns false if there is such a block already */
export async function insertBlock(db: Connection, blocker: MemberId, blocked: MemberId, at: number): Promise<boolean> {
  const result = await db
    .insertInto('blocks')
    .values({ blocker_id: blocker, blocked_id: blocked, at })
    .onConflict((conflict) => conflict.columns(['blocker_id', 'blocked_id']).doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** @returns false if there was no such block */
export async function deleteBlock(db: Connection, blocker: MemberId, blocked: MemberId): Promise<boolean> {
  const result = await db
    .deleteFrom('blocks')
    .where('blocker_id', '=', blocker)
    .where('blocked_id', '=', blocked)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export const BLOCKS_CURSOR = cursorCodec('blocks', { at: ID_CODEC })

/** Without accounts that are being removed, which could not be shown. */
export function listBlocks(db: Connection, blocker: MemberId, page: PartRequest<{ at: number }>) {
  return db
    .selectFrom('blocks')
    .innerJoin('members', 'members.id', 'blocks.blocked_id')
    .select(['blocks.blocked_id as id', 'blocks.at'])
    .where('blocks.blocker_id', '=', blocker)
    .where(isVisible)
    .$call((query) => takePart(query, 'blocks.at', page))
    .execute()
}
