import type { AccountEventKind } from '@quack/contract'
import type { Generated } from 'kysely'
import type { Fixed, MemberId } from './column-types.ts'

/** The tables of ways to sign in (docs/decisions/041-ways-to-sign-in.md). */
export interface SignInSchema {
  /** What happened to an account. Kept for 90 days. */
  account_events: {
    id: Fixed<number>
    member_id: Fixed<MemberId>
    kind: Fixed<AccountEventKind>
    device: Fixed<string>
    detail: Fixed<string>
  }
  passkeys: {
    id: Fixed<number>
    member_id: Fixed<MemberId>
    /** In base64url, as the public key, which is COSE. */
    credential_id: Fixed<string>
    public_key: Fixed<string>
    /** Of its last use. Passkeys that several devices share usually say 0. */
    counter: number
    /** A JSON array. */
    transports: Fixed<string>
    is_backed_up: 0 | 1
    name: string
    /** The host that it was made for. It works at no other. */
    rp_id: Fixed<string>
    used_at: Generated<number | null>
  }
  /** Challenges of passkeys that have been answered, until they expire: each works once. */
  used_challenges: { hash: Fixed<string>; expires_at: Fixed<number> }
  second_factors: {
    member_id: Fixed<MemberId>
    /** Encrypted with a key of the installation (sealed.ts). */
    sealed_secret: string
    /** Null until a code of the secret has been given. */
    enabled_at: number | null
    /** The time step of the last code. Codes of this step and of earlier ones are refused. */
    last_step: Generated<number>
  }
  /** Hashes of those that have not been used. */
  recovery_codes: { member_id: Fixed<MemberId>; code_hash: Fixed<string> }
}
