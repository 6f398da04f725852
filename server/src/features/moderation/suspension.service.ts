import type { ErrorCode } from '@quack/contract'
import type { Connection, Database } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import type { Viewer } from '../../reading/viewer.ts'
import { lockMembers } from '../members/members.queries.ts'
import { endPending } from '../passwords/pending.ts'
import { deleteAllSessions, deleteSessions } from '../sessions/sessions.queries.ts'
import { type AuditRecord, recordAudit } from './audit/audit.queries.ts'
import { clearMeasure, type MemberMeasure } from './decisions/measures.queries.ts'
import { setSuspended, suspendMembers } from './decisions/suspension.queries.ts'
import { limitMembers, unlimitMember } from './moderation.queries.ts'
import { requireAbove } from './roles/roles.service.ts'

/** Part of a transaction. Resolves with false if the member is in that state already. */
type Change = (transaction: Connection, member: MemberId) => Promise<boolean>

/** A change after which the measure, or its absence, is due to no decision. */
function withoutDecision(measure: MemberMeasure, change: Change): Change {
  return async (transaction, member) => {
    const isChanged = await change(transaction, member)
    if (isChanged) await clearMeasure(transaction, measure, [member])
    return isChanged
  }
}

const suspendByHand = withoutDecision('suspends', suspendIn)
const restoreByHand = withoutDecision('suspends', restoreIn)
const limitByHand = withoutDecision('limits', async (transaction, member) => {
  return (await limitMembers(transaction, [member])) > 0
})
const unlimitByHand = withoutDecision('limits', unlimitMember)

/** For moderators. @throws memberUnknown, notSuspended, roleTooLow */
export const endSuspension = ending('restore', restoreByHand, 'notSuspended')
/** For moderators. @throws memberUnknown, notLimited, roleTooLow */
export const endLimit = ending('unlimit', unlimitByHand, 'notLimited')

function ending(action: string, change: Change, refusal: ErrorCode) {
  return (db: Database, viewer: Viewer, member: MemberId): Promise<void> =>
    db.write(async (transaction) => {
      if (!(await lockMembers(transaction, viewer.id, member))) throw new AppError('memberUnknown')
      await requireAbove(transaction, viewer, [member])
      if (!(await change(transaction, member))) throw new AppError(refusal)
      await recordAudit(db, transaction, [recordOf(viewer.id, action, member)])
    })
}

/**
 * For the operator, whatever role the member has: every token and login is refused from now on. Posts and comments
 * stay.
 */
export const suspend = byOperator('suspend', suspendByHand)
/** For the operator: ends a suspension. */
export const restore = byOperator('restore', restoreByHand)
/** For the operator: only followers see the member's posts and follow lists. */
export const limit = byOperator('limit', limitByHand)
/** For the operator: ends a limit. */
export const unlimit = byOperator('unlimit', unlimitByHand)

/** @returns a function that resolves with false if nothing has changed */
function byOperator(action: string, change: Change) {
  return (db: Database, member: MemberId): Promise<boolean> =>
    db.write(async (transaction) => {
      if (!(await change(transaction, member))) return false
      await recordAudit(db, transaction, [recordOf(null, action, member)])
      return true
    })
}

function recordOf(actor: MemberId | null, action: string, target: MemberId): AuditRecord {
  return { actor, action, kind: 'member', target }
}

/**
 * From now on every token and every login of the member is refused. Posts and comments stay.
 * @returns false if the member is suspended already
 */
async function suspendIn(transaction: Connection, member: MemberId): Promise<boolean> {
  // First, because it locks the row: a concurrent login opens its session before this, or is refused.
  if (!(await setSuspended(transaction, member, Date.now()))) return false
  await deleteSessions(transaction, member, null)
  await endPending(transaction, [member])
  return true
}

/** The same for several members, also those who are suspended already. @param until as of suspendMembers */
export async function suspendUntil(transaction: Connection, members: readonly MemberId[], until: number | null) {
  await suspendMembers(transaction, members, Date.now(), until)
  await deleteAllSessions(transaction, members)
  await endPending(transaction, members)
}

/** Ends a suspension, also one whose time is over. @returns false if there is none */
export function restoreIn(transaction: Connection, member: MemberId): Promise<boolean> {
  return setSuspended(transaction, member, null)
}
