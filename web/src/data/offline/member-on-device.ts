import { memberKey } from '../api/member-key.ts'
import { memberOfSession } from '../api/session.ts'

/** Who is signed in according to local storage: another tab may have changed it a moment ago. */
export function memberOnDevice(): string | null {
  const [token, username] = [localStorage.getItem('token'), localStorage.getItem('username')]
  return token !== null && username !== null ? memberKey({ token, username }) : null
}

/**
 * Whether this member is signed in, also according to local storage: another tab may have signed out a moment ago. What
 * writes asks inside its transaction: the deletion at a sign-out is one too, so nothing can be written after it.
 */
export function isSignedIn(member: string): boolean {
  return memberOfSession() === member && memberOnDevice() === member
}
