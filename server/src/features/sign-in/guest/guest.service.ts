import { GUEST } from '@quack/contract/rules/demo'
import type { Connection, Database } from '../../../database/database.ts'
import { isInForce } from '../../moderation/decisions/suspension.queries.ts'
import { isPasswordRight } from '../../passwords/passwords.ts'
import { deleteSessions } from '../../sessions/sessions.queries.ts'

/** The account that all guests share; undefined if there is none. */
function findGuest(db: Connection) {
  return db
    .selectFrom('members')
    .select(['id', 'password_hash', 'suspended_at', 'suspended_until'])
    .where('username_key', '=', GUEST.username)
    .where('is_shared', '=', 1)
    .executeTakeFirst()
}

/** Whether the guest's public credentials work at this moment. */
export type GuestLogin = () => Promise<boolean>

/**
 * Even with the demo on there may be no guest: an installation with members is not filled, and the operator may have
 * suspended or deleted the guest, or changed the password.
 */
export function guestLoginOf(db: Database, isDemoOn: boolean): GuestLogin {
  // Checking a password is expensive, and the result is valid as long as the hash does not change.
  let checked = { hash: '', isRight: Promise.resolve(false) }

  function isPublic(hash: string): Promise<boolean> {
    if (hash === checked.hash) return checked.isRight
    const isRight = isPasswordRight(hash, GUEST.password)
    const check = { hash, isRight }
    checked = check
    isRight.catch(() => {
      if (checked === check) checked = { hash: '', isRight: Promise.resolve(false) }
    })
    return isRight
  }

  return async () => {
    const guest = isDemoOn ? await findGuest(db.read) : undefined
    return guest !== undefined && !isInForce(guest, Date.now()) && isPublic(guest.password_hash)
  }
}

/** Called if the demo is off: ends all sessions of its guest, which stay ended if the demo is switched on again. */
export function endGuestSessions(db: Database): Promise<void> {
  return db.write(async (transaction) => {
    const guest = await findGuest(transaction)
    if (!guest) return
    await deleteSessions(transaction, guest.id, null)
  })
}
