import type { Connection, Database } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { deleteMailsOf } from '../mails/mails.queries.ts'
import { releaseAllMedia } from '../media/records/uploads.queries.ts'
import { lockProfile } from '../members/members.queries.ts'
import { picturesOf } from '../members/profile-fields.ts'
import { recordAudit } from '../moderation/audit/audit.queries.ts'
import { requireOtherOwner } from '../moderation/roles/roles.service.ts'
import { deleteSessions } from '../sessions/sessions.queries.ts'
import * as queries from './removal.queries.ts'
import { STEPS } from './removal.steps.ts'

/**
 * The first step, in one short transaction: it anonymises the account and ends its sessions. `removeRows` removes the
 * rest later, even if the process ends in between.
 * @returns false if there is no such member, or the account is being removed already; @throws lastOwner
 */
export function anonymise(db: Database, member: MemberId): Promise<boolean> {
  return db.write((transaction) => anonymiseIn(transaction, member))
}

/** The same, as a part of a transaction. */
export async function anonymiseIn(transaction: Connection, member: MemberId): Promise<boolean> {
  await requireOtherOwner(transaction, member)
  const profile = await lockProfile(transaction, member)
  if (!(await queries.markDeleted(transaction, member, Date.now()))) return false
  if (profile) await releaseAllMedia(transaction, picturesOf(profile))
  await deleteSessions(transaction, member, null)
  // What waits is not sent to somebody who has left.
  await deleteMailsOf(transaction, member)
  return true
}

/**
 * Removes the rows of a member after `anonymise`, in short transactions, but for those that expire. The counts of other
 * members and their posts are exact after each transaction, so the removal can stop at any point and continue later, on
 * any node.
 * @param mayContinue called before each transaction
 * @param batch how many rows of a kind each transaction removes at most
 */
export async function removeRows(
  db: Database,
  member: MemberId,
  mayContinue = () => true,
  batch: number = queries.BATCH,
): Promise<void> {
  while (mayContinue() && !(await db.write((transaction) => removeSome(db, transaction, member, batch))));
}

/** For the operator: deletes a member and everything of theirs; resolves when nothing is left. @throws lastOwner */
export async function deleteMember(db: Database, member: MemberId): Promise<void> {
  await db.write(async (transaction) => {
    if (!(await anonymiseIn(transaction, member))) return
    await recordAudit(db, transaction, [{ actor: null, action: 'delete', kind: 'member', target: member }])
  })
  await removeRows(db, member)
}

/** @returns true if nothing is left to remove */
async function removeSome(db: Database, transaction: Connection, member: MemberId, batch: number): Promise<boolean> {
  if (!(await queries.lockDeleted(transaction, member))) return true
  for (const step of STEPS) if ((await step(db, transaction, member, batch)) > 0) return false
  // Foreign keys delete the rest.
  await queries.deleteRow(transaction, member)
  return true
}
