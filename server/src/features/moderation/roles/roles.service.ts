import type { Role } from '@quack/contract'
import { isAbove } from '@quack/contract/entities/roles'
import type { Connection, Database } from '../../../database/database.ts'
import type { MemberId } from '../../../database/schema.ts'
import { AppError } from '../../../http/errors/errors.ts'
import type { Viewer } from '../../../reading/viewer.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { hasStaff, lockOwners, lockRoles, updateRole } from './roles.queries.ts'

/** @throws pathUnknown if nobody moderates this installation */
export async function requireStaff(db: Connection): Promise<void> {
  if (!(await hasStaff(db, {}))) throw new AppError('pathUnknown')
}

/** The last owner must stay, or no member could give roles any more. @throws lastOwner */
export async function requireOtherOwner(transaction: Connection, member: MemberId): Promise<void> {
  const owners = await lockOwners(transaction)
  if (owners.length === 1 && owners[0] === member) throw new AppError('lastOwner')
}

/**
 * Gives a member a role or takes it away.
 * @param actor null for the operator, who may do it whatever role the member has. Owners may step down themselves
 * @param authorise throws if the actor may not give a role now: it outlives the session of a thief
 * @throws memberUnknown, guestFixed, roleTooLow, lastOwner, and what `authorise` throws
 */
export function setRole(
  db: Database,
  actor: Pick<Viewer, 'id' | 'role'> | null,
  member: MemberId,
  role: Role | null,
  authorise: (transaction: Connection) => Promise<void> = async () => undefined,
): Promise<void> {
  return db.write(async (transaction) => {
    const subject = (await lockRoles(transaction, [member])).get(member)
    if (!subject) throw new AppError('memberUnknown')
    if (subject.is_shared === 1) throw new AppError('guestFixed')
    if (actor && actor.id !== member && !isAbove(actor.role, subject.role)) throw new AppError('roleTooLow')
    if (role !== null) await authorise(transaction)
    if (subject.role === 'owner' && role !== 'owner') await requireOtherOwner(transaction, member)
    await updateRole(transaction, member, role)
    const record = { action: 'role', kind: 'member', target: member, detail: role ?? 'none' } as const
    await recordAudit(db, transaction, [{ actor: actor?.id ?? null, ...record }])
  })
}

/**
 * Locks members on whom somebody of the staff acts. Nobody acts on an equal or higher role.
 * @throws roleTooLow
 */
export async function requireAbove(
  transaction: Connection,
  actor: Pick<Viewer, 'role'>,
  members: readonly MemberId[],
): Promise<void> {
  const roles = await lockRoles(transaction, members)
  for (const { role } of roles.values()) if (!isAbove(actor.role, role)) throw new AppError('roleTooLow')
}
