import { useSyncExternalStore } from 'react'

/**
 * Who is signed in, in this browser: the two local storage keys of the specification, followed across tabs. A visitor
 * is signed in if and only if both are there.
 */
export interface Session {
  readonly token: string
  readonly username: string
}

const KEYS = { token: 'token', username: 'username' } as const

const listeners = new Set<() => void>()
const signOutListeners = new Set<(username: string) => void>()

let current = read()
let hasEnded = false

function read(): Session | null {
  try {
    const token = localStorage.getItem(KEYS.token)
    const username = localStorage.getItem(KEYS.username)
    return token && username ? { token, username } : null
  } catch {
    // Storage can be forbidden by the browser; the session then lives as long as the page.
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
    // See read(): memory still holds it.
  }
}

function change(next: Session | null): void {
  if (next?.token === current?.token && next?.username === current?.username) return
  current = next
  for (const listener of listeners) listener()
}

export function getSession(): Session | null {
  return current
}

export function signIn(session: Session): void {
  hasEnded = false
  write(session)
  change(session)
}

/** The member's own wish to leave: what this browser kept for them goes too. */
export function signOut(): void {
  hasEnded = false
  const leaving = current
  write(null)
  change(null)
  if (leaving) for (const listener of signOutListeners) listener(leaving.username)
}

/** The server no longer takes this token. Drafts stay: the member did not ask to leave. A newer session is left alone. */
export function expireSession(token: string): boolean {
  if (current?.token !== token) return false
  hasEnded = true
  write(null)
  change(null)
  return true
}

/** Whether the last session here ended without its member's wish: the login says so. */
export function hasSessionEnded(): boolean {
  return hasEnded
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Called with the username after a deliberate sign-out. */
export function onSignOut(listener: (username: string) => void): () => void {
  signOutListeners.add(listener)
  return () => signOutListeners.delete(listener)
}

export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, getSession)
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    // A null key is localStorage.clear().
    if (event.key === null || event.key === KEYS.token || event.key === KEYS.username) change(read())
  })
}
