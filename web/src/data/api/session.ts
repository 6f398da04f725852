import { createListeners, createStore, useStore } from '../../store.ts'
import { memberKey } from './member-key.ts'

/**
 * The member who is signed in in this browser: the two local storage keys of the specification, synchronised across
 * tabs. A visitor is signed in if and only if both are present.
 */
export interface Session {
  readonly token: string
  readonly username: string
  /** The account that all guests of the demo use: what one of them leaves is nothing for the next one. */
  readonly isShared?: true
}

/** A session that has ended on this device for good. */
export interface Left {
  readonly username: string
  /** As `memberKey` says. */
  readonly member: string
  /** Whether what was not sent stays on this device, for the next log-in of the same member. */
  readonly keepsUnsent: boolean
}

const KEYS = { token: 'token', username: 'username' } as const
/** Marks the session of the shared account in local storage. */
const SHARED = 'shared'
const ALL_KEYS: readonly (string | null)[] = [KEYS.token, KEYS.username, SHARED]

const current = createStore(read())
const signOuts = createListeners<[left: Left]>()
/** The member whose session has expired. */
let ended: string | null = null
/** Counts the members who were signed in one after the other, and the times between them. */
let era = 0

function read(): Session | null {
  try {
    const token = localStorage.getItem(KEYS.token)
    const username = localStorage.getItem(KEYS.username)
    if (!token || !username) return null
    return { token, username, ...(localStorage.getItem(SHARED) !== null && { isShared: true }) }
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
    if (session?.isShared) localStorage.setItem(SHARED, '')
    else localStorage.removeItem(SHARED)
  } catch {
    // Storage may be blocked. The session is still in memory.
  }
}

function change(next: Session | null): void {
  const known = current.get()
  const isSame = (key: keyof Session) => next?.[key] === known?.[key]
  // Before anybody is told: what belongs to a member asks for it.
  if (viewerOf(next) !== viewerOf(known)) era += 1
  if (!isSame('token') || !isSame('username') || !isSame('isShared')) current.set(next)
}

/** Each guest of the shared account is another viewer. */
function viewerOf(session: Session | null): string | null {
  return session && (session.isShared ? session.token : memberKey(session))
}

/** Another number than before: another member is the viewer, or nobody, or the same one after a sign-in. */
export const memberEra = (): number => era

export const getSession = current.get

/** The viewer, as `memberKey` names members. Null for a visitor. */
export function memberOfSession(): string | null {
  const session = current.get()
  return session && memberKey(session)
}

export function signIn(session: Session): void {
  ended = null
  write(session)
  change(session)
}

/**
 * A deliberate logout: what this device has kept of the member for reading is deleted. What was not sent stays for
 * their next log-in, unless the account is gone, or is that of all guests.
 */
export function signOut({ isGone = false } = {}): void {
  ended = null
  const leaving = current.get()
  write(null)
  change(null)
  if (leaving) noteLeft(leaving, !isGone && !leaving.isShared)
}

/**
 * Ends the session of a token that the server rejected. The member did not log out, so nothing else is deleted. But the
 * local data of a member who is gone, and of a guest, are all deleted.
 * @returns false if another session is present
 */
export function expireSession(token: string, { isGone = false } = {}): boolean {
  const leaving = current.get()
  if (leaving?.token !== token) return false
  const stored = read()
  // Another tab may have signed in, and its event not have arrived yet.
  const next = stored?.token === token ? null : stored
  if (!next) {
    ended = memberKey(leaving)
    write(null)
  }
  change(next)
  const isLeft = isGone || leaving.isShared
  if (isLeft && viewerOf(next) !== viewerOf(leaving)) noteLeft(leaving, false)
  return !next
}

function noteLeft(session: Session, keepsUnsent: boolean): void {
  signOuts.notify({ username: session.username, member: memberKey(session), keepsUnsent })
}

/** The member whose session has expired, as `memberKey` says. The login page says so. */
export function expiredMember(): string | null {
  return ended
}

export const onSessionChange = current.subscribe

/** Calls back after a deliberate logout, when the account is gone, and when a guest's session has expired. */
export const onSignOut = signOuts.subscribe

export function useSession(): Session | null {
  return useStore(current)
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    // The key is null after localStorage.clear().
    if (event.key === null || ALL_KEYS.includes(event.key)) change(read())
  })
}
