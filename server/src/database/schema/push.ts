import type { Generated } from 'kysely'
import type { Fixed, GroupId, MemberId, SessionId } from './column-types.ts'

/** The tables of push messages (docs/decisions/034-web-push.md). */
export interface PushSchema {
  /** The device of a session, to which push messages are sent (RFC 8030). */
  push_subscriptions: {
    session_id: SessionId
    member_id: MemberId
    /** Whoever knows it can send to the device, so only an app is shown its own. */
    endpoint: Fixed<string>
    /** The device's public key and secret, in base64url (RFC 8291). */
    p256dh: string
    auth: string
    created_at: number
    /** When its push service last accepted a message. */
    sent_at: Generated<number | null>
    /** When its marked tags have to be looked at; null for never. */
    due_at: Generated<number | null>
    /** Until when a node has claimed that (push-worker.ts). */
    claimed_until: Generated<number>
    /** How often in a row its push service has not accepted a message. */
    attempts: Generated<number>
    /** Of the endpoint (push-slots.ts); empty for a subscription from before this was stored. */
    service: Generated<string>
    /**
     * Of an app: what it wants messages of, separated by blanks (contract/src/client-api/push.ts). Null for our own
     * client.
     */
    alerts: Generated<string | null>
  }
  /**
   * Push services that have not accepted messages to a member's devices, for a day after `due_at`. They may be gone.
   */
  push_back_offs: {
    member_id: Fixed<MemberId>
    /** As of a subscription. */
    service: Fixed<string>
    /** How often in a row; those of a new subscription. */
    attempts: number
    /** When a new subscription is tried. */
    due_at: number
  }
  /** The notifications of a device: those that it shows, and those that may have to be sent or closed. */
  push_tags: {
    session_id: Fixed<SessionId>
    /** 0 for a summary. The group may be gone. */
    group_id: Fixed<GroupId>
    /** Not 0 if it has to be looked at. Each new mark is another id, so that none is lost while a node sends. */
    mark: Generated<number>
    /** 1 if quiet hours have held it back. */
    is_held: Generated<0 | 1>
    /** The latest event of the message that the device shows; 0 if it shows none. */
    shown: Generated<number>
  }
}
