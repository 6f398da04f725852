import type { Generated } from 'kysely'
import type { Fixed, MemberId, SessionId } from './column-types.ts'

/** The tables of mails (docs/decisions/042-mails.md). */
export interface MailsSchema {
  /** What has to be sent, and for some days what could not be sent. What was sent has no row. */
  mails: {
    id: Fixed<number>
    /** Null for a request that names somebody who may not exist. */
    member_id: Fixed<MemberId | null>
    kind: Fixed<string>
    /** Empty for a request. */
    recipient: Fixed<string>
    /** Sealed: it may contain one-time links. */
    body: Fixed<string>
    /** When it is tried; null if it was given up. */
    due_at: number | null
    /** From then on it is not tried again. */
    ends_at: number
    /** Until when a node has claimed it. */
    claimed_until: Generated<number>
    attempts: Generated<number>
    /** Why it was not accepted the last time; empty at first. */
    problem: Generated<string>
    failed_at: Generated<number | null>
  }
  /** One-time links that confirm an address, which may be a member's next one. Only the hash of the token is stored. */
  email_tokens: {
    token_hash: Fixed<string>
    member_id: Fixed<MemberId>
    address: Fixed<string>
    created_at: Fixed<number>
    /** 0 if it was ended: another address was asked for since, for example, or a way to sign in has changed. */
    expires_at: number
    /** Who asked for another address: with the session, the link ends. Null for links to the present address. */
    session_id: Fixed<SessionId | null>
  }
  /** Mails of the last day to addresses that their accounts have not confirmed (recipient-limit.ts). */
  mailed_strangers: {
    id: Fixed<number>
    recipient_hash: Fixed<string>
    at: Fixed<number>
  }
}
