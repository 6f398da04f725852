import { createStore, useStore } from '../../store.ts'
import { NetworkError } from '../api/api-errors.ts'
import { getConnection } from '../api/connection.ts'
import { getSession, onSessionChange } from '../api/session.ts'
import type { OutboxEntry, OutboxKind, OutboxWrite } from '../offline/outbox-entry.ts'

/**
 * The door to the outbox, and all of it that the first load has. The outbox itself (data/sending) is imported when there
 * is something to send, or some seconds after the first screen.
 *
 * A screen writes with `sendOrKeep`, and shows what waits with `useEntry` (one target) or `useEntries`.
 */

export interface OutboxCode {
  /** Starts to send for the viewer: now, and whenever the server may be reachable again. Can be repeated. */
  startOutbox: () => Promise<void>
  /** Keeps a write, and sends it as soon as possible. Rejects if the browser blocks storage. */
  addEntry: (write: OutboxWrite) => Promise<void>
}

/** Everything of the viewer that is in the outbox, in the order of writing. Empty until the outbox is loaded. */
export const entries = createStore<readonly OutboxEntry[]>([])

let load: () => Promise<OutboxCode> = () => Promise.reject(new NetworkError())

/** The app says how the outbox is loaded: this folder is below what the outbox sends. */
export function provideOutbox(loader: () => Promise<OutboxCode>): void {
  load = loader
}

/** Whether a write was sent, or waits in the outbox. */
export type Written = 'sent' | 'waiting'

/**
 * Sends a write; if the network fails, or one is offline, or earlier writes still wait, keeps it in the outbox instead.
 * Throws what `send` throws if it cannot be kept.
 */
export async function sendOrKeep(write: OutboxWrite, send: () => Promise<unknown>): Promise<Written> {
  if (getConnection() !== 'online' || write.file || entries.get().some(isWaiting)) return keep(write)
  try {
    await send()
    return 'sent'
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    // It may have arrived: only the answer is missing.
    return await keep({ ...write, tried: [write.body] }, error)
  }
}

async function keep(write: OutboxWrite, cause?: unknown): Promise<Written> {
  try {
    const outbox = await load()
    await outbox.addEntry(write)
    return 'waiting'
  } catch (error) {
    throw new NetworkError(cause ?? error)
  }
}

export function isWaiting({ state }: OutboxEntry): boolean {
  return state === 'waiting'
}

export function useEntries(): readonly OutboxEntry[] {
  return useStore(entries)
}

/** The entry of this kind for a target, if there is one. */
export function useEntry<Kind extends OutboxKind>(kind: Kind, target: string): OutboxEntry<Kind> | undefined {
  return useStore(entries, (all) => all.find((entry) => entry.kind === kind && entry.target === target)) as
    | OutboxEntry<Kind>
    | undefined
}

const FLAG = 'outbox:'

/** Remembers in local storage whether the member has entries, so that a page need not open the database to know. */
export function flagEntries(member: string, count: number): void {
  try {
    if (count > 0) localStorage.setItem(FLAG + member, String(count))
    else localStorage.removeItem(FLAG + member)
  } catch {
    // Storage is blocked. The outbox is then opened some seconds after the start.
  }
}

/** How many entries a member had when a page last looked. */
export function flaggedEntries(username = getSession()?.username ?? ''): number {
  try {
    return Number(localStorage.getItem(FLAG + username.toLowerCase()))
  } catch {
    return 0
  }
}

export async function startOutbox(): Promise<void> {
  await (await load()).startOutbox()
}

let member = getSession()?.username

// Before any screen is rendered for another member.
onSessionChange(() => {
  const next = getSession()?.username
  if (next === member) return
  member = next
  entries.set([])
  if (flaggedEntries() > 0) startOutbox().catch(() => undefined)
})
