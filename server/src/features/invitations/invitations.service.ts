import { randomBytes } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import type { ApplicationId, InvitationId, MemberId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import type { Viewer } from '../../reading/viewer.ts'
import { insertMember } from '../members/members.queries.ts'
import { recordAudit } from '../moderation/audit/audit.queries.ts'
import { deleteApplication, lockWaiting, rejectApplication } from './applications.queries.ts'
import { endInvitation, insertInvitation } from './invitations.queries.ts'
import { hashInvitation } from './sign-up-rules.ts'

const DAY_MS = 24 * 60 * 60_000

/** @throws applicationUnknown, usernameTaken, messageMissing */
export async function decideApplication(
  db: Database,
  viewer: Viewer,
  text: string,
  { accept, reason = '' }: { accept: boolean; reason?: string },
): Promise<void> {
  const id = parseId<ApplicationId>(text)
  if (id === null) throw new AppError('applicationUnknown')
  if (!accept && reason.trim() === '') throw new AppError('messageMissing')
  await db.write(async (transaction) => {
    const application = await lockWaiting(transaction, id)
    if (!application) throw new AppError('applicationUnknown')
    if (accept) {
      await deleteApplication(transaction, id)
      const member = { ...application, id: db.ids.next<MemberId>(), updated_at: Date.now() }
      // A sign-up at the same moment may have taken the name.
      if (!(await insertMember(transaction, member))) throw new AppError('usernameTaken')
    } else {
      await rejectApplication(transaction, id, Date.now(), reason.trim())
    }
    const action = accept ? 'accept' : 'reject'
    await recordAudit(db, transaction, [{ actor: viewer.id, action, kind: 'application', target: id }])
  })
}

/** @returns the token, which is stored as a hash only, and the new row */
export async function createInvitation(db: Database, viewer: Viewer, { uses, days }: { uses: number; days: number }) {
  const token = randomBytes(16).toString('base64url')
  const expiresAt = Date.now() + days * DAY_MS
  const id = await db.write(async (transaction) => {
    const id = db.ids.next<InvitationId>()
    const row = { id, token_hash: hashInvitation(token), creator_id: viewer.id, max_uses: uses, expires_at: expiresAt }
    await insertInvitation(transaction, row)
    const record = { action: 'invite', kind: 'invitation', target: id, detail: `${uses} uses, ${days} days` } as const
    await recordAudit(db, transaction, [{ actor: viewer.id, ...record }])
    return id
  })
  return { token, row: { id, username: viewer.username, uses: 0, max_uses: uses, expires_at: expiresAt } }
}

/** @throws invitationUnknown */
export async function revokeInvitation(db: Database, viewer: Viewer, text: string): Promise<void> {
  const id = parseId<InvitationId>(text)
  if (id === null) throw new AppError('invitationUnknown')
  await db.write(async (transaction) => {
    if (!(await endInvitation(transaction, id, Date.now()))) throw new AppError('invitationUnknown')
    await recordAudit(db, transaction, [{ actor: viewer.id, action: 'revoke', kind: 'invitation', target: id }])
  })
}
