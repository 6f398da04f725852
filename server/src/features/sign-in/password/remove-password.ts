import type { Database } from '../../../database/database.ts'
import { AppError } from '../../../http/errors/errors.ts'
import type { Viewer } from '../../../reading/viewer.ts'
import { recordAccountEvent } from '../../account-events/account-events.service.ts'
import { setPassword } from '../../passwords/passwords.service.ts'
import { requireRecent } from '../../passwords/recent.ts'
import { lockCredentials } from '../../sessions/sessions.queries.ts'
import { countUsable } from '../passkeys/passkeys.queries.ts'

/** One may be lost: the other is a way in. */
const PASSKEYS_NEEDED = 2

/**
 * From now on the member signs in with passkeys, until they set a password again. Other sessions end.
 * @param rpId the present host; passkeys of another one do not count
 * @throws confirmationNeeded, passwordMissing, passkeysNeeded
 */
export function removePassword(
  db: Database,
  viewer: Viewer,
  { rpId, device }: { rpId: string | null; device: string },
): Promise<void> {
  return db.write(async (transaction) => {
    const member = await lockCredentials(transaction, viewer.id)
    await requireRecent(transaction, viewer)
    if (member?.password_hash === '') throw new AppError('passwordMissing')
    const passkeys = await countUsable(transaction, viewer.id, rpId)
    if (passkeys < PASSKEYS_NEEDED) throw new AppError('passkeysNeeded')
    await setPassword(transaction, viewer.id, '', viewer.sessionId)
    await recordAccountEvent(db, transaction, { memberId: viewer.id, kind: 'passwordRemoved', device })
  })
}
