import { NetworkError } from '../api/api-errors.ts'
import { UNSENT_NAMES } from '../api/member-key.ts'
import { createMemberStore, onMemberChange } from '../api/member-state.ts'
import { memberOfSession } from '../api/session.ts'
import type { OutboxEntry, OutboxWrite } from '../offline/outbox-entry.ts'

/**
 * Imports the outbox: all of it that the first load has. The outbox itself (data/sending) is imported when there
 * is something to send, or some seconds after the first screen.
 *
 * A screen writes with `sendOrKeep` (send-or-keep.ts), and shows what waits with
 * `useShownEntry` (one target) or `useEntries` (data/waiting-entries.ts).
 */

/** Whether an entry waits to be sent, or for the member to choose between two versions. */
export type Kept = 'waiting' | 'conflict'

export interface OutboxCode {
  /** Starts to send for the viewer: now, and whenever the server may be reachable again. Can be repeated. */
  startOutbox: () => Promise<void>
  /** Keeps a write, and sends it as soon as possible. Rejects if the browser blocks storage. */
  addEntry: (write: OutboxWrite) => Promise<Kept>
  /** Keeps an edit that was refused because of a newer version, with that version. */
  addConflict: (write: OutboxWrite) => Promise<Kept>
}

/** Everything of the viewer that is in the outbox, in the order of writing. Empty until the outbox is loaded. */
export const entries = createMemberStore<readonly OutboxEntry[]>([])

let load: () => Promise<OutboxCode> = () => Promise.reject(new NetworkError())

/** The app says how the outbox is loaded: this folder is below what the outbox sends. */
export function provideOutbox(loader: () => Promise<OutboxCode>): void {
  load = loader
}

export function loadOutbox(): Promise<OutboxCode> {
  return load()
}

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

export async function startOutbox(): Promise<void> {
  await (await load()).startOutbox()
}

onMemberChange(() => {
  if (flaggedEntries() > 0) startOutbox().catch(() => undefined)
})
