import { notifyManager } from '@tanstack/react-query'
import { ApiError, isAbort, isRefusal, messageOf, NetworkError, OutdatedError } from '../api/api-errors.ts'
import { getConnection } from '../api/connection.ts'
import { memberEra, memberOfSession } from '../api/session.ts'
import { isTap, type OutboxEntry, type TapEntry } from '../offline/outbox-entry.ts'
import { writingOf } from '../offline/writings.ts'
import { noteSent } from '../outbox/pending.ts'
import { askForSync } from './background-sync.ts'
import { changeEntry, listEntries, publish, readEntries, removeEditsOf, tellOtherTabs } from './entries.ts'
import { isSameState } from './rules.ts'
import { type BackOff, createRunner, type PassEnd, type Runner } from './runner.ts'
import { withSendingLock } from './sending-lock.ts'

/** What a sent entry has done. */
export interface Sent {
  /** Shows it on the screens, once the entry is gone. */
  show: () => void
  /** What remains to be sent, if the member has changed the entry while it was being sent. Null: nothing. */
  rest: (changed: OutboxEntry) => OutboxEntry | null
  /** What was sent is not what the entry says: `rest` says what remains of it, also if it was not changed meanwhile. */
  isChanged?: boolean
}

/** What an edit is based on has changed. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError'
  readonly theirs: unknown

  constructor(theirs: unknown) {
    super('It was changed meanwhile.')
    this.theirs = theirs
  }
}

/** The entry is no longer that of the viewer, or was changed: nothing more is sent. */
export class StaleEntryError extends Error {
  override readonly name = 'StaleEntryError'
}

/** What is written is sent in its order. Taps do not wait for that, nor for one at which the server itself fails. */
export type Lane = 'writings' | 'taps'

export interface SenderOptions {
  lane?: Lane
  /** Sends an entry. Throws ConflictError, StaleEntryError, and what `call` throws. */
  send: (entry: OutboxEntry) => Promise<Sent>
  /** Whether an entry, and what was written after it, is not to be sent yet. */
  isHeld?: (entry: OutboxEntry) => boolean
  /** Says that the server has refused a tap. */
  sayRefused?: (tap: TapEntry, error: unknown) => void
  backOff?: BackOff
  /** Runs `send` in one tab at a time. */
  lock?: typeof withSendingLock
}

/** An entry that fails in the server this often is refused, so that it does not block the others. */
const MOST_FAILURES = 8

/** Sends the viewer's entries of a lane one after the other, in the order of writing. */
export function createSender(options: SenderOptions): Runner {
  const { lane = 'writings', send, isHeld = () => false, backOff, lock = withSendingLock } = options
  const failures = new Map<number, number>()

  async function pass(succeeded: () => void): Promise<PassEnd> {
    if (getConnection() === 'offline') {
      void askForSync()
      return 'done'
    }
    let end = 'done' as PassEnd
    const hasRun = await lock(lane, async (isMine) => {
      const member = memberOfSession()
      const failed = new Set<number>()
      while (member !== null && member === memberOfSession() && isMine()) {
        const all = (await listEntries(member)).filter((entry) => isTap(entry) === (lane === 'taps'))
        const entry = nextEntry(all.filter(({ id }) => !failed.has(id)))
        if (!entry || isHeld(entry)) return
        const result = await attempt(entry, succeeded)
        if (result !== 'next') end = result === 'skip' ? 'failed' : result
        if (result === 'skip') failed.add(entry.id)
        else if (result !== 'next') return
      }
    })
    if (end === 'failed') void askForSync()
    return hasRun ? end : 'busy'
  }

  /** @returns whether to go on with the next entry, with or without this one, or how the pass ends */
  async function attempt(entry: OutboxEntry, succeeded: () => void): Promise<'next' | 'skip' | PassEnd> {
    const era = memberEra()
    // What follows a request takes time, in which the viewer may change.
    const isViewers = () => era === memberEra()
    try {
      const sent = await send(entry)
      succeeded()
      failures.delete(entry.id)
      await settle(entry, sent, isViewers)
      return 'next'
    } catch (error) {
      // An upload is aborted when the viewer changes.
      if (error instanceof StaleEntryError || isAbort(error)) return 'next'
      if (error instanceof ConflictError) {
        await keep(entry, { state: 'conflict', theirs: error.theirs } as Partial<OutboxEntry>)
        return 'next'
      }
      // The session has ended: the entry waits until the member has signed in again.
      if (error instanceof ApiError && (error.status === 401 || isRefusal(error, 'usernameUnknown'))) return 'done'
      if (isRefused(entry, error)) {
        await (isTap(entry) ? drop(entry, error, isViewers) : keep(entry, whyRefused(error)))
        return 'next'
      }
      const isAlone = error instanceof ApiError && error.status === 500
      return isAlone && lane === 'taps' ? 'skip' : 'failed'
    }
  }

  /** The server would refuse every other state too, and has the one of before. */
  async function drop(tap: TapEntry, error: unknown, isViewers: () => boolean): Promise<void> {
    const last = await changeEntry(tap.id, () => null)
    await publish()
    // The member may have taken it back meanwhile.
    if (last && isViewers() && !isSameState(tap.kind, last.body, tap.basedOn)) options.sayRefused?.(tap, error)
  }

  /** Whether sending the entry again would not help. */
  function isRefused(entry: OutboxEntry, error: unknown): boolean {
    if (error instanceof NetworkError || error instanceof OutdatedError) return false
    const status = error instanceof ApiError ? error.status : 500
    if (status === 429 || status > 500) return false
    if (status < 500) return true
    console.error(error)
    const count = (failures.get(entry.id) ?? 0) + 1
    failures.set(entry.id, count)
    return count >= MOST_FAILURES
  }

  return createRunner(pass, backOff)
}

function whyRefused(error: unknown): Partial<OutboxEntry> {
  // The server has answered: nothing has arrived.
  const isAnswered = error instanceof ApiError && error.status < 500
  return { state: 'refused', problem: messageOf(error), ...(isAnswered && { tried: [] }) }
}

/** The first entry that can be sent. An edit waits for a deletion of the same target, which may still be taken back. */
function nextEntry(all: readonly OutboxEntry[]): OutboxEntry | undefined {
  const waiting = all.filter(({ state }) => state === 'waiting')
  const isEnded = ({ kind, target }: OutboxEntry) =>
    waiting.some((entry) => writingOf(entry)?.ends === kind && entry.target === target)
  return waiting.find((entry) => !isEnded(entry))
}

/** What remains of a tap that the server has, if the member has changed it while it was sent. */
export function restOfTap(changed: TapEntry, sent: TapEntry): TapEntry | null {
  if (isSameState(changed.kind, changed.body, sent.body)) return null
  return { ...changed, basedOn: sent.body, tried: [] }
}

/** Removes what was sent, and shows it in the same render: the real post takes the place of the waiting one. */
async function settle(entry: OutboxEntry, { show, rest, isChanged }: Sent, isViewers: () => boolean): Promise<void> {
  // First: after a restart in between, the deletion is sent again.
  await removeEditsOf(entry)
  await changeEntry(entry.id, (current) => (current.revision === entry.revision && !isChanged ? null : rest(current)))
  tellOtherTabs(entry)
  const showEntries = await readEntries()
  if (isTap(entry) && isViewers()) noteSent(entry)
  notifyManager.batch(() => {
    if (isViewers()) show()
    notifyManager.schedule(showEntries)
  })
}

/** Keeps why an entry is not sent, unless the member has changed it meanwhile. */
async function keep(entry: OutboxEntry, why: Partial<OutboxEntry>): Promise<void> {
  await changeEntry(entry.id, (current) =>
    current.revision === entry.revision ? ({ ...current, ...why } as OutboxEntry) : current,
  )
  await publish()
}
