import { createStore } from '../../store.ts'
import { NetworkError } from '../api/api-errors.ts'
import { getConnection } from '../api/connection.ts'
import { getSession, onSessionChange, onSignOut } from '../api/session.ts'
import { type KeptToggle, provideKeeper, senders, type ToggleKind } from '../cache/toggle-queue.ts'

/**
 * What the viewer wants while the network is away: the last state of each like, bookmark, follow and vote, not the taps.
 * All of it that the first load has. The rest (data/sending/toggles.ts) is imported when something is to be kept or sent.
 */

/** What the rest does here. It imports nothing of this file, which would then be loaded by the login too. */
export interface Device {
  /** Takes what is kept of the viewer, and shows it. */
  take: (username: string | null, rows: readonly KeptToggle[]) => void
}

export interface TogglesCode {
  /** Stores a desired state, or removes it if it is the server's, and sends it as soon as possible. */
  keepToggle: (device: Device, toggle: KeptToggle) => Promise<void>
  /** Shows and sends what is kept: now, and whenever the server may be reachable again. Can be repeated. */
  startToggles: (device: Device) => Promise<void>
}

/** What is kept of the viewer, in the order of the first taps. Empty until it has been read. */
export const keptToggles = createStore<readonly KeptToggle[]>([])

/** The same by kind and key. */
let kept: ReadonlyMap<string, KeptToggle> = new Map()

function nameOf(kind: ToggleKind, key: string): string {
  return `${kind} ${key}`
}

const device: Device = {
  take(username, rows) {
    if (username !== null) flagKept(username, rows.length > 0)
    const before = kept
    keptToggles.set(rows)
    kept = new Map(rows.map((row) => [nameOf(row.kind, row.key), row]))
    for (const [name, { kind, subject, value }] of kept) {
      if (before.get(name)?.value !== value) senders.get(kind)?.show(subject, value)
    }
  },
}

let load: () => Promise<TogglesCode> = () => Promise.reject(new NetworkError())

/** The app says how the rest is loaded: this folder is below what it sends. Starts if something is kept. */
export function provideToggles(loader: () => Promise<TogglesCode>): void {
  load = loader
  provideKeeper({ mustKeep, keep: keepToggle, find: (kind, key) => kept.get(nameOf(kind, key)) })
  startIfKept()
}

export async function startToggles(): Promise<void> {
  await (await load()).startToggles(device)
}

function startIfKept(): void {
  // Without its code, the next page or tap tries again.
  if (hasKept()) startToggles().catch(() => undefined)
}

/** @throws NetworkError if it cannot be kept */
async function keepToggle(toggle: KeptToggle): Promise<void> {
  try {
    await (await load()).keepToggle(device, toggle)
  } catch (error) {
    throw new NetworkError(error)
  }
}

/** Whether a tap is kept instead of sent at once. Not overtaking what is kept, the last one wins. */
function mustKeep(): boolean {
  return getConnection() !== 'online' || hasKept()
}

const FLAG = 'toggles:'

function flagOf(username: string): string {
  return FLAG + username.toLowerCase()
}

function hasKept(): boolean {
  try {
    return localStorage.getItem(flagOf(getSession()?.username ?? '')) !== null
  } catch {
    // Storage is blocked, so nothing is kept.
    return false
  }
}

/** Remembers whether anything is kept, so that a page need not open the database to know. */
function flagKept(username: string, isKept: boolean): void {
  try {
    if (isKept) localStorage.setItem(flagOf(username), '')
    else localStorage.removeItem(flagOf(username))
  } catch {
    // Storage is blocked.
  }
}

onSignOut((username, keepsUnsent) => keepsUnsent || flagKept(username, false))

let member = getSession()?.username

onSessionChange(() => {
  const next = getSession()?.username
  if (next === member) return
  member = next
  kept = new Map()
  keptToggles.set([])
  startIfKept()
})
