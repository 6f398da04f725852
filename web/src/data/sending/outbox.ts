import { getConnection, onConnectionChange } from '../api/connection.ts'
import { createMemberState } from '../api/member-state.ts'
import { memberOfSession, onSessionChange } from '../api/session.ts'
import type { OutboxEntry, OutboxWrite } from '../offline/outbox-entry.ts'
import { askForSync, onSync } from '../outbox/background-sync.ts'
import { changeEntry, onOtherTabs, publish, readEntries, storeWrite, withKeptFile } from '../outbox/entries.ts'
import { createSender, StaleEntryError } from '../outbox/sender.ts'
import { entries, type Kept } from '../outbox/waiting.ts'
import { findNewerVersion } from './newer-version.ts'
import { sendEntry } from './send-entry.ts'

/**
 * The outbox: what the screens do with it, and when it sends. Loaded on demand by data/outbox/waiting.ts. A wake-up by the
 * service worker comes through data/outbox/background-sync.ts.
 */

const held = createMemberState(() => new Set<number>())
const sender = createSender({ send: sendEntry, isHeld: ({ id }) => held().has(id) })
let isStarted = false

/** Shows and sends the viewer's entries: now, and whenever the server may be reachable again. Can be repeated. */
export async function startOutbox(): Promise<void> {
  if (!isStarted) {
    isStarted = true
    onConnectionChange(() => {
      if (getConnection() === 'online') void sender.restart()
    })
    onSessionChange(() => {
      void refreshAnd(sender.restart)
      void askForSync()
    })
    onSync(() => refreshAnd(sender.restart))
    onOtherTabs(() => void refresh())
    if (typeof window !== 'undefined') {
      window.addEventListener('focus', () => void refreshAnd(sender.wake))
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') void refreshAnd(sender.wake)
      })
    }
  }
  // A screen does not wait until everything is sent.
  if (!(await refresh())) return
  void sender.restart()
  void askForSync()
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

/** Keeps a write of the viewer, and sends it as soon as possible. */
export async function addEntry(write: OutboxWrite): Promise<Kept> {
  await storeWrite(write)
  await startOutbox()
  return 'waiting'
}

/** Keeps an edit that was refused because of a newer version, with that version, for the member to choose. */
export async function addConflict(write: OutboxWrite): Promise<Kept> {
  const member = memberOfSession()
  const { kind, target } = write
  const earlier = entries.get().find((entry) => entry.kind === kind && entry.target === target)
  // If it cannot be read now, the sender does that.
  const theirs = await findNewerVersion(write, earlier?.tried).catch(() => null)
  if (member !== memberOfSession()) throw new StaleEntryError()
  if (theirs === null) return await addEntry(write)
  await storeWrite({ ...write, theirs } as OutboxWrite)
  await startOutbox()
  return 'conflict'
}

/** Sends neither the entry nor later ones until the returned function is called: the member edits it in this tab. */
export function holdEntry({ id }: OutboxEntry): () => void {
  const own = held()
  own.add(id)
  return () => {
    own.delete(id)
    void sender.restart()
  }
}

/** Replaces what a waiting entry says. @returns false if it has been sent meanwhile */
export async function reviseEntry<Kind extends OutboxEntry['kind']>(
  entry: OutboxEntry<Kind>,
  change: Pick<OutboxEntry<Kind>, 'body'> & { file?: File | undefined },
): Promise<boolean> {
  return await changeByMember(entry, (current) => {
    const { file: _, problem: __, ...rest } = current
    return { ...rest, ...withKeptFile(current, change), state: 'waiting' } as OutboxEntry
  })
}

/** Removes an entry. A new post or comment that may have arrived is deleted on the server if it has. */
export async function removeEntry(entry: OutboxEntry): Promise<boolean> {
  return await changeByMember(entry, (current) => {
    const isNew = current.kind === 'post' || current.kind === 'comment'
    if (!isNew || !current.tried?.length) return null
    return { ...current, isRemoved: true, state: 'waiting' }
  })
}

/** Sends a refused entry again. */
export async function retryEntry(entry: OutboxEntry): Promise<boolean> {
  return await changeByMember(entry, ({ problem: _, ...current }) => ({ ...current, state: 'waiting' }) as OutboxEntry)
}

/** Keeps the member's version of a conflict: the edit is then based on the version that it replaces. */
export async function keepMine(entry: OutboxEntry<'editPost' | 'editComment'>): Promise<boolean> {
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
  void sender.restart()
  void askForSync()
  return known !== undefined
}
