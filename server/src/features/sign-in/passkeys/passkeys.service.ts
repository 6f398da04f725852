import type { CreatedCredential, UsedCredential } from '@quack/contract'
import { PASSKEYS_MAX } from '@quack/contract/rules/limits'
import type { FastifyBaseLogger } from 'fastify'
import type { Connection, Database } from '../../../database/database.ts'
import type { MemberId } from '../../../database/schema.ts'
import { AppError } from '../../../http/errors/errors.ts'
import type { Viewer } from '../../../reading/viewer.ts'
import { recordAccountEvent } from '../../account-events/account-events.service.ts'
import { addSetting } from '../../installation/settings.queries.ts'
import { endPendingOfOthers } from '../../passwords/pending.ts'
import { confirm, requireRecent } from '../../passwords/recent.ts'
import { lockCredentials } from '../../sessions/sessions.queries.ts'
import type { Enter } from '../../sessions/start-session.ts'
import type { Challenge, Challenges, ChallengeUse } from './challenges.ts'
import * as queries from './passkeys.queries.ts'
import type { RelyingParty } from './relying-party.ts'
import { readClientData, verifyCreated, verifyUsed } from './verify.ts'

/** The setting with the host of the first passkey, with which the present one is compared at each start. */
export const FIRST_HOST = 'passkeyHost'

export interface PasskeyParts {
  readonly db: Database
  readonly party: RelyingParty
  readonly challenges: Challenges
  readonly log: FastifyBaseLogger
}

/** @throws confirmationNeeded, challengeInvalid, passkeyInvalid, passkeyKnown, tooManyPasskeys */
export async function addPasskey(
  { db, party, challenges }: PasskeyParts,
  viewer: Viewer,
  { credential, name, device }: { credential: CreatedCredential; name: string; device: string },
): Promise<queries.PasskeyRow> {
  const client = readClientData(credential.response.clientDataJSON)
  if (!client) throw new AppError('passkeyInvalid')
  const challenge = challenges.check(client.challenge, { purpose: 'add', session: viewer.sessionId })
  if (!challenge) throw new AppError('challengeInvalid')
  const created = await verifyCreated(party, credential, client)
  if (!created) throw new AppError('passkeyInvalid')
  return db.write(async (transaction) => {
    await requireRoom(transaction, viewer)
    if (!(await queries.redeem(transaction, challenge))) throw new AppError('challengeInvalid')
    const id = db.ids.next()
    const passkey = { ...created, id, memberId: viewer.id, name, rpId: party.id }
    const row = await queries.insertPasskey(transaction, passkey)
    if (!row) throw new AppError('passkeyKnown')
    await addSetting(transaction, FIRST_HOST, party.id)
    await endPendingOfOthers(transaction, viewer)
    await recordAccountEvent(db, transaction, { memberId: viewer.id, kind: 'passkeyAdded', device, detail: name })
    return row
  })
}

/** Locks the member, so that the number cannot grow meanwhile. @throws confirmationNeeded, tooManyPasskeys */
export async function requireRoom(transaction: Connection, viewer: Viewer) {
  await lockCredentials(transaction, viewer.id)
  await requireRecent(transaction, viewer)
  const credentials = await queries.listCredentials(transaction, viewer.id)
  if (credentials.length >= PASSKEYS_MAX) throw new AppError('tooManyPasskeys')
  return credentials
}

/** @throws confirmationNeeded, passkeyUnknown */
export function renamePasskey(db: Database, viewer: Viewer, id: number | null, name: string) {
  return db.write(async (transaction) => {
    await requireRecent(transaction, viewer)
    const row = id === null ? undefined : await queries.renamePasskey(transaction, viewer.id, id, name)
    if (!row) throw new AppError('passkeyUnknown')
    return row
  })
}

/** @param rpId the present host. @throws confirmationNeeded, passkeyUnknown, lastWayIn */
export async function removePasskey(
  db: Database,
  viewer: Viewer,
  { id, rpId, device }: { id: number | null; rpId: string | null; device: string },
): Promise<void> {
  await db.write(async (transaction) => {
    const member = await lockCredentials(transaction, viewer.id)
    await requireRecent(transaction, viewer)
    const removed = id === null ? undefined : await queries.deletePasskey(transaction, viewer.id, id)
    if (!removed) throw new AppError('passkeyUnknown')
    const isLast = member?.password_hash === '' && (await queries.countUsable(transaction, viewer.id, rpId)) === 0
    if (isLast) throw new AppError('lastWayIn')
    await endPendingOfOthers(transaction, viewer)
    const detail = removed.name
    await recordAccountEvent(db, transaction, { memberId: viewer.id, kind: 'passkeyRemoved', device, detail })
  })
}

/** @throws challengeInvalid, passkeyRefused, and what `enter` throws */
export async function signInWithPasskey<T>(
  parts: PasskeyParts,
  credential: UsedCredential,
  { device, guestLogin }: { device: string; guestLogin: boolean },
  enter: Enter<T>,
): Promise<T> {
  const { db } = parts
  const used = await check(parts, credential, { purpose: 'sign-in', session: null })
  if (!used) throw new AppError('passkeyRefused')
  return db.write(async (transaction) => {
    const member = await lockCredentials(transaction, used.memberId)
    if (!member || (member.is_shared === 1 && !guestLogin)) throw new AppError('passkeyRefused')
    if (!(await note(parts, transaction, used, device))) throw new AppError('passkeyRefused')
    return enter(transaction, member, 'passkey')
  })
}

/** @returns until when the session is confirmed. @throws challengeInvalid, passkeyInvalid, tokenInvalid */
export async function confirmByPasskey(
  parts: PasskeyParts,
  viewer: Viewer,
  { credential, device }: { credential: UsedCredential; device: string },
): Promise<number> {
  const used = await check(parts, credential, { purpose: 'confirm', session: viewer.sessionId })
  if (used?.memberId !== viewer.id) throw new AppError('passkeyInvalid')
  return parts.db.write(async (transaction) => {
    await lockCredentials(transaction, viewer.id)
    if (!(await note(parts, transaction, used, device))) throw new AppError('passkeyInvalid')
    return confirm(transaction, viewer)
  })
}

/** A passkey of ours with the right signature. */
interface Used {
  readonly id: number
  readonly name: string
  readonly memberId: MemberId
  readonly counter: number
  readonly isBackedUp: boolean
  readonly challenge: Challenge
}

/** @returns null if the passkey is unknown, or what it has signed is wrong. @throws challengeInvalid */
async function check(
  { db, party, challenges }: PasskeyParts,
  credential: UsedCredential,
  use: ChallengeUse,
): Promise<Used | null> {
  const client = readClientData(credential.response.clientDataJSON)
  if (!client) return null
  const challenge = challenges.check(client.challenge, use)
  if (!challenge) throw new AppError('challengeInvalid')
  const stored = await queries.findCredential(db.primary, credential.id)
  const verified = await verifyUsed(party, credential, client, stored?.public_key ?? null)
  if (!stored || !verified) return null
  const { userHandle } = credential.response
  const member = userHandle === undefined ? null : Buffer.from(userHandle, 'base64url').toString()
  if (member !== null && member !== String(stored.member_id)) return null
  return { ...verified, id: stored.id, name: stored.name, memberId: stored.member_id, challenge }
}

/**
 * Uses up the challenge and notes the use. A counter that is lower than before can mean that the passkey was copied. It
 * also happens without that, so it is reported and locks nobody out.
 * @returns false if the passkey was removed. @throws challengeInvalid
 */
async function note({ db, log }: PasskeyParts, transaction: Connection, used: Used, device: string): Promise<boolean> {
  const { id, name, memberId, counter, challenge } = used
  if (!(await queries.redeem(transaction, challenge))) throw new AppError('challengeInvalid')
  const before = await queries.notePasskeyUse(transaction, id, used)
  if (before === undefined) return false
  if (before > 0 && counter <= before) {
    log.warn({ passkey: id, before, counter }, 'the counter of a passkey has not grown: it may have been copied')
    await recordAccountEvent(db, transaction, { memberId, kind: 'passkeySuspicious', device, detail: name })
  }
  return true
}
