import { NetworkError } from '../api/api-errors.ts'
import { getConnection } from '../api/connection.ts'
import { UNSENT_NAMES } from '../api/member-key.ts'
import { createMemberState, createMemberStore, onMemberChange } from '../api/member-state.ts'
import { memberOfSession, onSignOut } from '../api/session.ts'
import { type KeptToggle, provideKeeper, senders, type ToggleKind } from '../cache/toggle-queue.ts'

/**
 * What the viewer wants while the network is away: the last state of each like, bookmark, follow and vote, not the taps.
 * All of it that the first load has. The rest (data/sending/toggles.ts) is imported when something is to be kept or sent.
 */

/** What the rest does here. It imports nothing of this file, which would then be loaded by the login too. */
export interface Device {
  /** Takes what is kept of this member, as rows name members, and shows it. */
  take: (member: string | null, rows: readonly KeptToggle[]) => void
}

export interface TogglesCode {
  /** Stores a desired state, or removes it if it is the server's, and sends it as soon as possible. */
  keepToggle: (device: Device, toggle: KeptToggle) => Promise<void>
  /** Shows and sends what is kept: now, and whenever the server may be reachable again. Can be repeated. */
  startToggles: (device: Device) => Promise<void>
}

/** What is kept of the viewer, in the order of the first taps. Empty until it has been read. */
export const keptToggles = createMemberStore<readonly KeptToggle[]>([])

/** The same by kind and key, and whether it has been read. */
const kept = createMemberState(() => ({ byName: new Map<string, KeptToggle>(), isKnown: false }))

function nameOf(kind: ToggleKind, key: string): string {
  return `${kind} ${key}`
}

const device: Device = {
  take(member, rows) {
    const state = kept()
    state.isKnown = true
    if (member !== null) flagKept(member, rows.length > 0)
    const before = state.byName
    keptToggles.set(rows)
    state.byName = new Map(rows.map((row) => [nameOf(row.kind, row.key), row]))
    for (const [name, { kind, subject, value }] of state.byName) {
      if (before.get(name)?.value !== value) senders.get(kind)?.show(subject, value)
    }
  },
}

let load: () => Promise<TogglesCode> = () => Promise.reject(new NetworkError())

/** The app says how the rest is loaded: this folder is below what it sends. Starts if something is kept. */
export function provideToggles(loader: () => Promise<TogglesCode>): void {
  load = loader
  provideKeeper({ untilKnown, mustKeep, keep: keepToggle, find: (kind, key) => kept().byName.get(nameOf(kind, key)) })
  startIfKept()
}

export async function startToggles(): Promise<void> {
  await (await load()).startToggles(device)
}

function startIfKept(): void {
  // Without its code, the next page or tap tries again.
  if (hasKept()) startToggles().catch(() => undefined)
}

/**
 * After a start, rows may be left that this page does not know of yet, and a browser that was killed may have lost their
 * flag. A tap that is sent before they are read would be undone by them.
 */
function untilKnown(): Promise<void> | null {
  if (kept().isKnown || memberOfSession() === null) return null
  // Without what keeps them, taps are sent directly.
  return startToggles().catch(() => undefined)
}

/** @throws NetworkError if it cannot be kept */
async function keepToggle(toggle: KeptToggle): Promise<void> {
  const member = memberOfSession()
  try {
    const code = await load()
    // It is not the next member's.
    if (member !== memberOfSession()) throw new Error('The viewer has changed.')
    await code.keepToggle(device, toggle)
  } catch (error) {
    throw new NetworkError(error)
  }
}

/** Whether a tap is kept instead of sent at once. Not overtaking what is kept, the last one wins. */
function mustKeep(): boolean {
  return getConnection() !== 'online' || hasKept()
}

function hasKept(): boolean {
  try {
    return localStorage.getItem(UNSENT_NAMES.toggles + memberOfSession()) !== null
  } catch {
    // Storage is blocked, so nothing is kept.
    return false
  }
}

/** Tells all tabs whether anything is kept, and the next page, which need not open the database to know. */
function flagKept(member: string, isKept: boolean): void {
  try {
    if (isKept) localStorage.setItem(UNSENT_NAMES.toggles + member, '')
    else localStorage.removeItem(UNSENT_NAMES.toggles + member)
  } catch {
    // Storage is blocked.
  }
}

onSignOut(({ member, keepsUnsent }) => keepsUnsent || flagKept(member, false))

onMemberChange(startIfKept)
