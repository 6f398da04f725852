import { GUEST } from '@quack/contract/demo'
import type { Database } from '../../database/database.ts'
import { isPasswordRight } from '../sessions/passwords.ts'
import { deleteSessions } from '../sessions/sessions.queries.ts'
import { findGuest } from './guest.queries.ts'

/** Whether the guest's public credentials open the account at this moment. */
export type GuestLogin = () => Promise<boolean>

/**
 * With the demo on there need not be a guest: an installation that has members is not filled, and the operator may have
 * suspended or deleted the guest, or set another password.
 */
export function guestLoginOf(db: Database, isDemoOn: boolean): GuestLogin {
  // Checking a password is dear, and the answer is the same for as long as the hash is.
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
    return guest !== undefined && guest.suspended_at === null && isPublic(guest.password_hash)
  }
}

/** For an installation whose demo was switched off: nobody acts as its guest any more, also when it is on again. */
export function endGuestSessions(db: Database): Promise<void> {
  return db.write(async (transaction) => {
    const guest = await findGuest(transaction)
    if (!guest) return
    await deleteSessions(transaction, guest.id, null)
  })
}
