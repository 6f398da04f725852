import { UNSENT_NAMES } from '../api/member-key.ts'
import { memberOfSession, onSignOut } from '../api/session.ts'

/** Remembers in local storage whether the member has entries, so that a page need not open the database to know. */
export function flagEntries(count: number, member: string): void {
  const name = UNSENT_NAMES.outbox + member
  try {
    if (count > 0) localStorage.setItem(name, String(count))
    else localStorage.removeItem(name)
  } catch {
    // Storage is blocked. The outbox is then opened some seconds after the start.
  }
}

/** How many entries a member had when a page last looked. */
export function flaggedEntries(member = memberOfSession()): number {
  try {
    return member === null ? 0 : Number(localStorage.getItem(UNSENT_NAMES.outbox + member))
  } catch {
    return 0
  }
}

onSignOut(({ member, keepsUnsent }) => keepsUnsent || flagEntries(0, member))
