import type { Database } from '../../database/database.ts'
import { deleteSessions } from '../sessions/sessions.queries.ts'
import { findGuest } from './guest.queries.ts'

/** For an installation whose demo was switched off: nobody acts as its guest any more, also when it is on again. */
export function endGuestSessions(db: Database): Promise<void> {
  return db.write(async (transaction, changes) => {
    changes.nothing()
    const guest = await findGuest(transaction)
    if (!guest) return
    await deleteSessions(transaction, guest.id, null)
    changes.sessionsOf(guest.id)
  })
}
