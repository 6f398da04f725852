import type { Database } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { AppError } from '../../http/errors.ts'
import type { Viewer } from '../../http/viewer.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { lockMembers } from '../members/members.queries.ts'
import { requireAbove } from '../roles/roles.service.ts'
import { restoreIn } from '../sessions/suspension.service.ts'

/** @throws memberUnknown, notSuspended, roleTooLow */
export async function endSuspension(db: Database, viewer: Viewer, member: MemberId): Promise<void> {
  await db.write(async (transaction) => {
    if (!(await lockMembers(transaction, viewer.id, member))) throw new AppError('memberUnknown')
    await requireAbove(transaction, viewer, [member])
    if (!(await restoreIn(transaction, member))) throw new AppError('notSuspended')
    await recordAudit(db, transaction, [{ actor: viewer.id, action: 'restore', kind: 'member', target: member }])
  })
}
