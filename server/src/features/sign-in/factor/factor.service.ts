import { createHash, randomBytes } from 'node:crypto'
import type { SignInMethod } from '@quack/contract'
import { RECOVERY_CODES } from '@quack/contract/rules/limits'
import type { Connection, Database } from '../../../database/database.ts'
import type { MemberId } from '../../../database/schema.ts'
import { AppError } from '../../../http/errors/errors.ts'
import type { Viewer } from '../../../reading/viewer.ts'
import { recordAccountEvent } from '../../account-events/account-events.service.ts'
import { recordAudit } from '../../moderation/audit/audit.queries.ts'
import { deletePasskeys, endPending, endPendingOfOthers } from '../../passwords/pending.ts'
import { requireRecent } from '../../passwords/recent.ts'
import type { Seal } from '../../secrets/sealed.ts'
import { deleteSessions, lockCredentials } from '../../sessions/sessions.queries.ts'
import * as queries from './factor.queries.ts'
import { deleteFactor } from './factor.queries.ts'
import { base32, createTotpSecret, findStep } from './totp.ts'

/** Whether log-ins of the member need a code. */
export async function hasFactor(db: Connection, member: MemberId): Promise<boolean> {
  const factor = await queries.findFactor(db, member)
  return factor !== undefined && factor.enabled_at !== null
}

/**
 * The second step of a log-in with the right password, in the transaction that has locked the member. Uses up the code.
 * @returns how the member has signed in. @throws codeNeeded, codeWrong
 */
export async function passFactor(
  db: Database,
  transaction: Connection,
  member: MemberId,
  { code, seal, device }: { code: string | undefined; seal: Seal; device: string },
): Promise<SignInMethod> {
  const factor = await queries.findFactor(transaction, member)
  if (!factor || factor.enabled_at === null) return 'password'
  if (code === undefined) throw new AppError('codeNeeded')
  const secret = seal.open(factor.sealed_secret, member)
  if (secret !== null && (await useCode(transaction, member, secret, code))) return 'password and code'
  if (!(await queries.useRecoveryCode(transaction, member, hashRecoveryCode(code)))) throw new AppError('codeWrong')
  await recordAccountEvent(db, transaction, { memberId: member, kind: 'recoveryCodeUsed', device })
  return 'password and recovery code'
}

/** @returns false if it is wrong, or was used already */
async function useCode(transaction: Connection, member: MemberId, secret: string, code: string): Promise<boolean> {
  const step = findStep(Buffer.from(secret, 'base64url'), normalizeCode(code), Date.now())
  return step !== null && queries.useStep(transaction, member, step)
}

/** Until it counts, a secret opens for the session that has set it up, and ends with it. */
const beginnerOf = ({ id, sessionId }: Viewer) => `${id} ${sessionId}`

/** A new secret, which counts once a code of it is given. @throws confirmationNeeded, factorOn */
export async function setUp(db: Database, viewer: Viewer, seal: Seal): Promise<Buffer> {
  const secret = createTotpSecret()
  const sealed = seal.seal(secret.toString('base64url'), beginnerOf(viewer))
  await db.write(async (transaction) => {
    await begin(transaction, viewer)
    if (await hasFactor(transaction, viewer.id)) throw new AppError('factorOn')
    await queries.putSecret(transaction, viewer.id, sealed)
  })
  return secret
}

/** @returns the recovery codes. @throws confirmationNeeded, factorOn, factorNotSetUp, codeInvalid */
export async function enable(
  db: Database,
  viewer: Viewer,
  { code, seal, device }: { code: string; seal: Seal; device: string },
): Promise<string[]> {
  const codes = createRecoveryCodes()
  await db.write(async (transaction) => {
    await begin(transaction, viewer)
    const factor = await queries.findFactor(transaction, viewer.id)
    if (!factor) throw new AppError('factorNotSetUp')
    if (factor.enabled_at !== null) throw new AppError('factorOn')
    const secret = seal.open(factor.sealed_secret, beginnerOf(viewer))
    if (secret === null) throw new AppError('factorNotSetUp')
    if (!(await useCode(transaction, viewer.id, secret, code))) throw new AppError('codeInvalid')
    await queries.setEnabled(transaction, viewer.id, seal.seal(secret, viewer.id), Date.now())
    await queries.putRecoveryCodes(transaction, viewer.id, codes.map(hashRecoveryCode))
    await endPendingOfOthers(transaction, viewer)
    await recordAccountEvent(db, transaction, { memberId: viewer.id, kind: 'factorEnabled', device })
  })
  return codes
}

/** @throws confirmationNeeded, factorOff */
export async function disable(db: Database, viewer: Viewer, device: string): Promise<void> {
  await db.write(async (transaction) => {
    await begin(transaction, viewer)
    if (!(await queries.deleteFactor(transaction, viewer.id))) throw new AppError('factorOff')
    await endPendingOfOthers(transaction, viewer)
    await recordAccountEvent(db, transaction, { memberId: viewer.id, kind: 'factorDisabled', device })
  })
}

/** @returns the new recovery codes. @throws confirmationNeeded, factorOff */
export async function renewCodes(db: Database, viewer: Viewer, device: string): Promise<string[]> {
  const codes = createRecoveryCodes()
  await db.write(async (transaction) => {
    await begin(transaction, viewer)
    if (!(await hasFactor(transaction, viewer.id))) throw new AppError('factorOff')
    await queries.putRecoveryCodes(transaction, viewer.id, codes.map(hashRecoveryCode))
    await endPendingOfOthers(transaction, viewer)
    await recordAccountEvent(db, transaction, { memberId: viewer.id, kind: 'recoveryCodesRenewed', device })
  })
  return codes
}

/** Changes of one member's factor come one after the other, and not during a log-in. */
async function begin(transaction: Connection, viewer: Viewer): Promise<void> {
  await lockCredentials(transaction, viewer.id)
  await requireRecent(transaction, viewer)
}

/** 80 random bits each, so that a fast hash is enough. */
const CODE_BYTES = 10

/** In groups of four, as they are shown: `abcd-efgh-ijkl-mnop`. */
function createRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const code = base32(randomBytes(CODE_BYTES)).toLowerCase()
    return (code.match(/.{4}/g) ?? []).join('-')
  })
}

/** What was typed as a code, without what people add or leave out. */
function normalizeCode(text: string): string {
  return text.replace(/[\s-]/g, '').toLowerCase()
}

/** @param code as it was shown or typed */
function hashRecoveryCode(code: string): string {
  return createHash('sha256').update(normalizeCode(code)).digest('base64url')
}

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
