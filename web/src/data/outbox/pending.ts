import { notifyManager } from '@tanstack/react-query'
import { NetworkError } from '../api/api-errors.ts'
import { reportFailure } from '../api/error-notifications.ts'
import { createMemberState, createMemberStore, onMemberChange } from '../api/member-state.ts'
import { isTap, type OutboxEntry, type ShownTap, type Tap, type TapWrite } from '../offline/outbox-entry.ts'
import { flaggedEntries } from './flag.ts'

/**
 * What the viewer wants and the server does not know yet: all of it that the first load has. What stores and sends it
 * (data/sending/run-outbox.ts) is imported with the first tap or write, if something waits, or some seconds after the
 * first screen.
 *
 * The query cache has only what the server said. A screen shows it with the taps that wait (data/outbox/shown-taps.ts).
 */

export interface OutboxCode {
  /** Shows what waits, and sends it: now, and whenever the server may be reachable again. Can be repeated. */
  startOutbox: () => Promise<void>
  /** Stores a tap, and sends it. Without storage, sends it at once, and rejects if that fails. */
  keepTap: (tap: TapWrite) => Promise<void>
}

/** Everything of the viewer that is in the outbox, in the order of writing. Empty until the outbox is loaded. */
export const entries = createMemberStore<readonly OutboxEntry[]>([])

/** The desired states that the server does not have yet, by name. */
export const pendingTaps = createMemberStore<ReadonlyMap<string, unknown>>(new Map())

/** How long after a tap was sent the answer to an earlier read may still arrive, in milliseconds. */
const LATE_READ_MS = 5_000

const taps = createMemberState(() => ({
  /** Those that are not stored yet. */
  wanted: new Map<string, TapWrite>(),
  /** What the server has got a short time ago. */
  sent: new Map<string, { state: unknown; until: number }>(),
}))

function nameOf(kind: string, target: string): string {
  return `${kind} ${target}`
}

function showTaps(): void {
  const next = new Map<string, unknown>()
  for (const entry of entries.get()) if (isTap(entry)) next.set(nameOf(entry.kind, entry.target), entry.body)
  for (const [name, { body }] of taps().wanted) next.set(name, body)
  if (next.size + pendingTaps.get().size > 0) pendingTaps.set(next)
}
entries.subscribe(showTaps)

/** The desired state that the server does not have yet, or undefined. */
export function pendingTap(kind: string, target: string): unknown {
  return pendingTaps.get().get(nameOf(kind, target))
}

/** Of what the server does not have a desired state of this kind yet. */
export function pendingTargets(kind: string): string[] {
  const start = nameOf(kind, '')
  return [...pendingTaps.get().keys()].filter((name) => name.startsWith(start)).map((name) => name.slice(start.length))
}

/** A state that the server got a short time ago: the answer to an earlier read must not hide it. */
export function sentTap(kind: string, target: string): unknown {
  const { sent } = taps()
  const name = nameOf(kind, target)
  const last = sent.get(name)
  if (last && last.until <= Date.now()) sent.delete(name)
  return last && last.until > Date.now() ? last.state : undefined
}

/** The server has this state now. */
export function noteSent({ kind, target, body }: Pick<Tap, 'kind' | 'target' | 'body'>): void {
  taps().sent.set(nameOf(kind, target), { state: body, until: Date.now() + LATE_READ_MS })
}

/** An event has told of a change after the last tap was sent. So reads that are sent from now on are newer than it. */
export async function forgetSent(kind: string, target: string): Promise<void> {
  const name = nameOf(kind, target)
  if (pendingTaps.get().has(name)) {
    await new Promise<void>((resolve) => {
      const stop = pendingTaps.subscribe(() => {
        if (pendingTaps.get().has(name)) return
        stop()
        resolve()
      })
    })
  }
  taps().sent.delete(name)
}

let load: () => Promise<OutboxCode> = () => Promise.reject(new NetworkError())

/**
 * The app says how the outbox is loaded: this folder is below what it sends. Starts it if something is known to wait.
 */
export function provideOutbox(loader: () => Promise<OutboxCode>): void {
  load = loader
  startIfFlagged()
}

export async function startOutbox(): Promise<void> {
  await (await load()).startOutbox()
}

type TapsOf<Kinds> = {
  [K in keyof Kinds]: Kinds[K] extends ShownTap<infer _, infer State, infer Subject>
    ? Tap<State, Subject> & { kind: K }
    : never
}[keyof Kinds]

/**
 * Shows a desired state at once, and has it sent. The last one counts. What refuses it, or prevents that it is kept,
 * takes it back and is reported. `Kinds`: the table of the noun.
 */
export function tap<Kinds>(write: TapsOf<Kinds>): void {
  void keepTap({ ...(write as Tap), key: '' })
}

async function keepTap(write: TapWrite): Promise<void> {
  const own = taps()
  const isViewers = () => own === taps()
  const name = nameOf(write.kind, write.target)
  own.wanted.set(name, write)
  showTaps()
  try {
    const { keepTap } = await load()
    // It is neither sent nor kept as that of the next member.
    if (isViewers()) await keepTap(write)
  } catch (error) {
    // A later tap says how it ends.
    if (isViewers() && own.wanted.get(name) === write) reportFailure(error)
  }
  if (own.wanted.get(name) !== write) return
  own.wanted.delete(name)
  // After what has changed in the query cache is shown.
  notifyManager.schedule(() => isViewers() && showTaps())
}

function startIfFlagged(): void {
  // Without its code, the next page or write tries again.
  if (flaggedEntries() > 0) startOutbox().catch(() => undefined)
}

onMemberChange(startIfFlagged)
