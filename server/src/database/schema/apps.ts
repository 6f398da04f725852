import type { AppId, Fixed, MemberId, SessionId } from './column-types.ts'

/** Apps of other makers, and how they get tokens. Tokens, codes and secrets are stored as hashes. */
export interface AppsSchema {
  apps: {
    id: Fixed<AppId>
    client_id: Fixed<string>
    secret_hash: Fixed<string>
    name: Fixed<string>
    /** Empty if it has none. */
    website: Fixed<string>
    /** One on each line. */
    redirect_uris: Fixed<string>
    /** What its members can be asked for; separated by blanks, as all scopes. */
    scopes: Fixed<string>
    /** Later once a member uses it. */
    expires_at: number
  }
  /** One-time codes by which an app gets a token for what a member has allowed. */
  app_codes: {
    code_hash: Fixed<string>
    app_id: Fixed<AppId>
    member_id: Fixed<MemberId>
    redirect_uri: Fixed<string>
    scopes: Fixed<string>
    /** The S256 challenge of PKCE; empty for none. */
    challenge: Fixed<string>
    /** The session that was opened by the code; null while it is unused. If it is used again, the session ends. */
    session_id: SessionId | null
    expires_at: Fixed<number>
  }
  /** By which apps act for themselves, without a member. */
  app_tokens: {
    token_hash: Fixed<string>
    app_id: Fixed<AppId>
    scopes: Fixed<string>
    expires_at: Fixed<number>
  }
}
