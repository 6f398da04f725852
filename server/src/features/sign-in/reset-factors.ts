import type { Database } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { recordAccountEvent } from '../account-events/account-events.service.ts'
import { recordAudit } from '../moderation/audit/audit.queries.ts'
import { deletePasskeys, endPending } from '../passwords/pending.ts'
import { deleteSessions, lockCredentials } from '../sessions/sessions.queries.ts'
import { deleteFactor } from './factor/factor.queries.ts'

/**
 * For the operator, when a member has lost everything but perhaps the password: removes the second factor with its
 * recovery codes, and all passkeys. All sessions end, because a thief may have had them too.
 * @returns whether the member still has a password
 */
export function resetFactors(db: Database, member: MemberId): Promise<boolean> {
  return db.write(async (transaction) => {
    const locked = await lockCredentials(transaction, member)
    await deleteFactor(transaction, member)
    await deletePasskeys(transaction, member)
    await deleteSessions(transaction, member, null)
    await endPending(transaction, [member])
    await recordAudit(db, transaction, [{ actor: null, action: 'reset-factors', kind: 'member', target: member }])
    await recordAccountEvent(db, transaction, { memberId: member, kind: 'factorsReset', device: '' })
    return locked?.password_hash !== ''
  })
}
