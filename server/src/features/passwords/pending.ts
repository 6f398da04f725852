import type { Connection } from '../../database/database.ts'
import { isIn } from '../../database/in-list.ts'
import type { MemberId } from '../../database/schema.ts'
import type { Viewer } from '../../reading/viewer.ts'
import { endAllEmailTokens, endEmailTokensOfOthers } from '../email-address/tokens/email-tokens.queries.ts'
import { endConfirmations } from '../sessions/sessions.queries.ts'
import { deleteResets } from './password-resets.queries.ts'

/**
 * Ends what somebody has begun in the name of these members and could still finish: a change of the address, one-time
 * links, a second factor without its first code, what an app was allowed and has not picked up, and confirmations.
 * Whoever changes how they sign in may do it because of a thief. A session that stays is confirmed no more: a copy of
 * its token would be too. Challenges of passkeys are not stored. One to add a passkey is worth nothing in a session
 * that is not confirmed, the others nothing without the passkey.
 */
export async function endPending(transaction: Connection, members: readonly MemberId[]): Promise<void> {
  await endAllEmailTokens(transaction, members)
  await endConfirmations(transaction, members, null)
  await endUnowned(transaction, members)
}

/**
 * The same when the viewer changes a passkey or the second factor, or ends another session: it ends what somebody else
 * may have begun. The viewer may be in the middle of the rest, which stays: the change of the address that this session
 * has asked for, its confirmation, and the link to the present address, which gives nobody anything.
 */
export async function endPendingOfOthers(transaction: Connection, { id, sessionId }: Pick<Viewer, 'id' | 'sessionId'>) {
  await endEmailTokensOfOthers(transaction, id, sessionId)
  await endConfirmations(transaction, [id], sessionId)
  await endUnowned(transaction, [id])
}

/**
 * Anybody can ask for a one-time link; neither the row of a second factor nor what an app was allowed names the session
 * that has begun it.
 */
async function endUnowned(transaction: Connection, members: readonly MemberId[]): Promise<void> {
  await deleteResets(transaction, members)
  await transaction
    .deleteFrom('app_codes')
    .where(isIn(transaction, 'member_id', members))
    .execute()
  await transaction
    .deleteFrom('second_factors')
    .where(isIn(transaction, 'member_id', members))
    .where('enabled_at', 'is', null)
    .execute()
}

export async function deletePasskeys(transaction: Connection, member: MemberId): Promise<void> {
  await transaction.deleteFrom('passkeys').where('member_id', '=', member).execute()
}
