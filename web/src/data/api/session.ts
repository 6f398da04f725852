import { createListeners, createStore, useStore } from '../../store.ts'
import { memberKey } from './member-key.ts'

/**
 * The member who is signed in in this browser: the two local storage keys of the specification, synchronised across
 * tabs. A visitor is signed in if and only if both are present.
 */
export interface Session {
  readonly token: string
  readonly username: string
}

const KEYS = { token: 'token', username: 'username' } as const

const current = createStore(read())
const signOuts = createListeners<[username: string, keepsDrafts: boolean, member: string]>()
let hasEnded = false

function read(): Session | null {
  try {
    const token = localStorage.getItem(KEYS.token)
    const username = localStorage.getItem(KEYS.username)
    return token && username ? { token, username } : null
  } catch {
    // Storage may be blocked. The session then lasts until the page is closed.
    return null
  }
}

function write(session: Session | null): void {
  try {
    for (const key of [KEYS.token, KEYS.username] as const) {
      if (session) localStorage.setItem(key, session[key])
      else localStorage.removeItem(key)
    }
  } catch {
    // Storage may be blocked. The session is still in memory.
  }
}

function change(next: Session | null): void {
  const known = current.get()
  if (next?.token !== known?.token || next?.username !== known?.username) current.set(next)
}

export const getSession = current.get

/** The viewer, as `memberKey` names members. Null for a visitor. */
export function memberOfSession(): string | null {
  const session = current.get()
  return session && memberKey(session)
}

export function signIn(session: Session): void {
  hasEnded = false
  write(session)
  change(session)
}

/** A deliberate logout: the local data of the member are deleted too. Drafts and unsent changes can be kept. */
export function signOut({ keepsDrafts = false } = {}): void {
  hasEnded = false
  const leaving = current.get()
  write(null)
  change(null)
  if (leaving) signOuts.notify(leaving.username, keepsDrafts, memberKey(leaving))
}

/**
 * Ends the session of a token that the server rejected. Keeps drafts, because the member did not log out. The local data of
 * a member who is gone are deleted, as at a logout.
 */
export function expireSession(token: string, { isGone = false } = {}): boolean {
  const leaving = current.get()
  if (leaving?.token !== token) return false
  hasEnded = true
  write(null)
  change(null)
  if (isGone) signOuts.notify(leaving.username, false, memberKey(leaving))
  return true
}

/** Whether the last session expired. The login page says so. */
export function hasSessionEnded(): boolean {
  return hasEnded
}

export const onSessionChange = current.subscribe

/**
 * Calls back after a deliberate logout, or when the account is gone, with the username, whether drafts are kept, and what
 * names the member in the database of this device.
 */
export const onSignOut = signOuts.subscribe

export function useSession(): Session | null {
  return useStore(current)
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    // The key is null after localStorage.clear().
    if (event.key === null || event.key === KEYS.token || event.key === KEYS.username) change(read())
  })
}
