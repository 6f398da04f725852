import { KEPT_NAMES } from '../api/member-key.ts'
import { memberOfSession, onSignOut } from '../api/session.ts'

/** The languages that the member has chosen for posts on this device, as BCP 47 tags, the latest first. Removed at a log-out. */
const KEPT_MAX = 5

const keyOf = (member = memberOfSession() ?? ''): string => KEPT_NAMES.languages + member

export function readRecentLanguages(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(keyOf()) ?? '[]')
    return Array.isArray(list) ? list.filter((each) => typeof each === 'string').slice(0, KEPT_MAX) : []
  } catch {
    // Storage is blocked, or what is there is damaged.
    return []
  }
}

export function rememberLanguage(tag: string): void {
  const next = [tag, ...readRecentLanguages().filter((each) => each !== tag)].slice(0, KEPT_MAX)
  try {
    localStorage.setItem(keyOf(), JSON.stringify(next))
  } catch {
    // Storage is full or blocked: nothing is remembered.
  }
}

onSignOut(({ member }) => localStorage.removeItem(keyOf(member)))
