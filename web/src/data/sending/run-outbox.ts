import { notifyManager } from '@tanstack/react-query'
import { viewerChanged } from '../api/api.ts'
import { NetworkError } from '../api/api-errors.ts'
import { getConnection, onConnectionChange } from '../api/connection.ts'
import { createMemberState } from '../api/member-state.ts'
import { memberOfSession, onSessionChange } from '../api/session.ts'
import { cancelUploads } from '../drafts/draft-uploads.ts'
import { deleteDrafts } from '../drafts/drafts.ts'
import { deleteUnsentRows } from '../offline/database.ts'
import { filesOf } from '../offline/entry-files.ts'
import {
  isTap,
  type OutboxEntry,
  type OutboxWrite,
  type TapWrite,
  type WriteOf,
  type WritingEntry,
  type WritingWrite,
} from '../offline/outbox-entry.ts'
import type { Writings } from '../offline/writings.ts'
import { entries, noteSent } from '../outbox/pending.ts'
import { noteOtherTab, onSync } from './background-sync.ts'
import { changeEntry, merge, onOtherTabs, publish, readEntries, storeWrite } from './entries.ts'
import { ConflictError, createSender } from './lane.ts'
import { sendEntry, sendOf } from './sends.ts'
import { readSent, sayRefused } from './taps.ts'

/**
 * The outbox: what the screens do with it, and when it sends. Loaded on demand by data/outbox/pending.ts, and with what
 * writes. A wake-up by the service worker comes through background-sync.ts.
 */

const held = createMemberState(() => new Set<number>())
const writings = createSender({ send: sendEntry, isHeld: ({ id }) => held().has(id) })
const taps = createSender({ lane: 'taps', send: sendEntry, sayRefused })
let isStarted = false

/** Whether a write was sent, waits to be, or waits for the member to choose between two versions. */
export type Written = 'sent' | 'waiting' | 'conflict'

/** Shows and sends the viewer's entries: now, and whenever the server may be reachable again. Can be repeated. */
export async function startOutbox(): Promise<void> {
  if (!isStarted) {
    isStarted = true
    onConnectionChange(() => {
      if (getConnection() === 'online') void sendSoon()
    })
    onSessionChange(() => void refreshAnd(sendSoon))
    onSync(() => refreshAnd(sendSoon))
    onOtherTabs((sent) => {
      noteOtherTab()
      // First: what was sent would otherwise be shown as undone meanwhile.
      void readSent(sent).then(refresh)
    })
    if (typeof window !== 'undefined') {
      window.addEventListener('focus', () => void refreshAnd(wake))
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') void refreshAnd(wake)
      })
    }
  }
  // A screen does not wait until everything is sent.
  if (await refresh()) void sendSoon()
}

/** Apart for the tests: resolves when nothing more can be sent. */
export async function sendSoon(): Promise<void> {
  await Promise.all([writings.restart(), taps.restart()])
}

async function wake(): Promise<void> {
  await Promise.all([writings.wake(), taps.wake()])
}

async function refreshAnd(send: () => Promise<void>): Promise<void> {
  if (await refresh()) await send()
}

/** Shows the entries as they are stored. False if the browser blocks storage: there are none then. */
async function refresh(): Promise<boolean> {
  try {
    const show = await readEntries()
    show()
    return true
  } catch (error) {
    console.warn('The outbox cannot be opened.', error)
    return false
  }
}

/** The entries of this tab have been read once, or cannot be: earlier writes may wait that it does not know of. */
const reading = createMemberState(() => ({ isDone: false }))

/**
 * Sends what a member has written in a form. If the network fails, or one is offline, or earlier writings still wait,
 * or what it edits has changed, or it has files that are yet to be uploaded, it is kept in the outbox instead. Throws
 * what refuses it, or prevents that it is kept, and an AbortError if the viewer has changed meanwhile: it is neither
 * sent nor kept as that of the next member, and stays in the draft.
 * @param member who has written it
 */
export async function submit<Kinds = Writings>(written: WriteOf<Kinds>, member = memberOfSession()): Promise<Written> {
  const write = written as WritingWrite
  const state = reading()
  if (!state.isDone) {
    await startOutbox()
    state.isDone = true
  }
  // In the same turn as what reads the session.
  if (member === null || member !== memberOfSession()) throw viewerChanged()
  const waits = entries.get().some((entry) => !isTap(entry) && entry.state === 'waiting')
  if (getConnection() !== 'online' || filesOf(write).some(Boolean) || waits) return await keep(write, member)
  try {
    await sendNow(write, member)
    return 'sent'
  } catch (error) {
    if (member !== memberOfSession()) throw viewerChanged()
    if (error instanceof ConflictError) {
      return await keep({ ...write, theirs: error.theirs } as WritingWrite, member, error)
    }
    if (!(error instanceof NetworkError)) throw error
    // It may have arrived: only the answer is missing.
    return await keep({ ...write, tried: [write.body] }, member, error)
  }
}

async function keep(write: WritingWrite, member: string, cause?: unknown): Promise<Written> {
  try {
    await storeWrite(write)
  } catch (error) {
    if (member === memberOfSession()) throw cause ?? new NetworkError(error)
  }
  if (member !== memberOfSession()) throw viewerChanged()
  void writings.restart()
  return 'theirs' in write && write.theirs ? 'conflict' : 'waiting'
}

/** Sends what is not in the outbox. */
async function sendNow(write: OutboxWrite, member: string): Promise<void> {
  const { kind, target } = write
  // What the viewer has tried before may have arrived.
  const earlier = entries.get().find((entry) => entry.kind === kind && entry.target === target)
  const tried = earlier?.tried ? { tried: earlier.tried } : {}
  const entry = { ...write, ...tried, member, id: 0, at: Date.now(), state: 'waiting', revision: 0 } as OutboxEntry
  const { show } = await sendEntry(entry)
  if (isTap(entry)) noteSent(entry)
  notifyManager.batch(show)
}

/** Taps that this browser cannot store are sent one after the other. */
const unstored = createMemberState(() => ({ last: Promise.resolve() }))

/** Stores a tap, and sends it. Without storage, sends it at once, and rejects if that fails. */
export async function keepTap(tap: TapWrite): Promise<void> {
  const member = memberOfSession()
  if (member === null) return
  if (!isStarted) await startOutbox()
  const isOnline = getConnection() === 'online'
  try {
    // It is sent at once, so it need not be noted again.
    await storeWrite(isOnline ? { ...tap, tried: [tap.body] } : tap)
  } catch {
    const own = unstored()
    const sending = own.last.then(() => sendNow(tap, member))
    own.last = sending.catch(() => undefined)
    await sending
    return
  }
  void taps.restart()
}

/** Sends neither the entry nor later ones until the returned function is called: the member edits it in this tab. */
export function holdEntry(id: OutboxEntry['id']): () => void {
  const own = held()
  own.add(id)
  return () => {
    own.delete(id)
    void writings.restart()
  }
}

/** Replaces what a waiting entry says. @returns false if it has been sent or removed meanwhile */
export async function reviseEntry(
  entry: WritingEntry,
  change: Pick<WritingEntry, 'body' | 'file' | 'furtherFiles'>,
): Promise<boolean> {
  return await changeByMember(entry, (current) => {
    const { file: _, furtherFiles: __, ...rest } = current
    return merge(current, { ...rest, ...change, tried: [] } as WritingWrite)
  })
}

/**
 * Removes an entry. A new post or comment that may have arrived is deleted on the server if it has. Of a tap that may
 * have arrived, the state of before is sent.
 */
export async function removeEntry(entry: OutboxEntry): Promise<boolean> {
  return await changeByMember(entry, (current) => {
    if (!current.tried?.length) return null
    if (isTap(current)) return { ...current, body: current.basedOn }
    return sendOf(current).undo ? { ...current, isRemoved: true, state: 'waiting' } : null
  })
}

/** Sends a refused entry again. */
export async function retryEntry(entry: OutboxEntry): Promise<boolean> {
  return await changeByMember(entry, ({ problem: _, ...current }) => ({ ...current, state: 'waiting' }) as OutboxEntry)
}

/** Keeps the member's version of a conflict: the edit is then based on the version that it replaces. */
export async function keepMine(entry: WritingEntry): Promise<boolean> {
  return await changeByMember(entry, (current) => {
    if (!('theirs' in current) || !current.theirs) return current
    const { theirs, ...rest } = current
    return { ...rest, basedOn: theirs, state: 'waiting' } as OutboxEntry
  })
}

async function changeByMember(
  { id }: Pick<OutboxEntry, 'id'>,
  change: (current: OutboxEntry) => OutboxEntry | null,
): Promise<boolean> {
  const known = await changeEntry(id, (current) => {
    const next = change(current)
    return next && { ...next, revision: current.revision + 1 }
  })
  await publish()
  void sendSoon()
  return known !== undefined
}

/** Deletes what the viewer has written or tapped on this device and not sent. What may have arrived stays there. */
export async function deleteUnsent(): Promise<void> {
  const member = memberOfSession()
  if (member === null) return
  cancelUploads()
  deleteDrafts(member)
  await deleteUnsentRows(member)
  await publish()
}
