import type { Connection } from '../../database/database.ts'
import { isIn } from '../../database/in-list.ts'
import type { MemberId } from '../../database/schema.ts'
import { endAllEmailTokens } from '../email-address/tokens/email-tokens.queries.ts'
import { deleteResets } from './password-resets.queries.ts'

/**
 * Ends what somebody has begun in the name of these members and could still finish: a change of the address, one-time
 * links, and a second factor without its first code. Whoever changes how they sign in may do it because of a thief.
 */
export async function endPending(transaction: Connection, members: readonly MemberId[]): Promise<void> {
  await endAllEmailTokens(transaction, members)
  await deleteResets(transaction, members)
  await transaction
    .deleteFrom('second_factors')
    .where(isIn(transaction, 'member_id', members))
    .where('enabled_at', 'is', null)
    .execute()
}

export async function deletePasskeys(transaction: Connection, member: MemberId): Promise<void> {
  await transaction.deleteFrom('passkeys').where('member_id', '=', member).execute()
}
