import type { Insertable } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { cursorCodec, ID_CODEC, type PageRequest } from '../../database/paging.ts'
import type { InvitationId, Schema } from '../../database/schema.ts'

export async function insertInvitation(db: Connection, row: Insertable<Schema['invitations']>): Promise<void> {
  await db.insertInto('invitations').values(row).execute()
}

export const INVITATIONS_CURSOR = cursorCodec('invitations', { id: ID_CODEC })

export function listInvitations(db: Connection, { limit, after }: PageRequest<{ id: number }>) {
  return db
    .selectFrom('invitations')
    .innerJoin('members', 'members.id', 'invitations.creator_id')
    .select(['invitations.id', 'members.username', 'uses', 'max_uses', 'expires_at'])
    .$if(after !== null, (query) => query.where('invitations.id', '<', (after?.id ?? 0) as InvitationId))
    .orderBy('invitations.id', 'desc')
    .limit(limit)
    .execute()
}

/**
 * Uses an invitation once, while who made it may still make some. Of requests at the same time, only as many succeed as
 * there are uses left.
 */
export async function useInvitation(transaction: Connection, tokenHash: string, now: number): Promise<boolean> {
  const result = await transaction
    .updateTable('invitations')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .whereRef('uses', '<', 'max_uses')
    .where('creator_id', 'in', (query) =>
      query
        .selectFrom('members')
        .select('members.id')
        .where('role', 'is not', null)
        .where('deleted_at', 'is', null)
        .where((eb) => eb.or([eb('suspended_at', 'is', null), eb('suspended_until', '<=', now)])),
    )
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Ends an invitation. @returns false if there is none, or its time is over */
export async function endInvitation(transaction: Connection, id: InvitationId, now: number): Promise<boolean> {
  const result = await transaction
    .updateTable('invitations')
    .set({ expires_at: now })
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
