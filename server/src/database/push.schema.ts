import type { Generated } from 'kysely'
import type { Fixed, MemberId, SessionId } from './column-types.ts'

export interface PushSchema {
  /** The device of a session, to which push messages are sent (RFC 8030). */
  push_subscriptions: {
    session_id: SessionId
    member_id: MemberId
    /** Whoever knows it can send to the device, so it is shown to nobody. */
    endpoint: Fixed<string>
    /** The device's public key and secret, in base64url (RFC 8291). */
    p256dh: string
    auth: string
    created_at: number
    /** When its push service last accepted a message. */
    sent_at: Generated<number | null>
  }
}
