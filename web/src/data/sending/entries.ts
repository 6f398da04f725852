import { memberOfSession } from '../api/session.ts'
import { openDatabase } from '../offline/database.ts'
import { addressesOf, filesOf, withAddress, withFiles } from '../offline/entry-files.ts'
import {
  isTap,
  type OutboxEntry,
  type OutboxWrite,
  type PostBody,
  type WritingEntry,
  type WritingWrite,
} from '../offline/outbox-entry.ts'
import { writingOf } from '../offline/writings.ts'
import { flagEntries } from '../outbox/flag.ts'
import { entries } from '../outbox/pending.ts'
import { forgetSync } from './background-sync.ts'
import { isKnownEntry } from './rules.ts'

/** The entries in IndexedDB. Each change of one is one transaction. `publish` shows changes in every tab. */

const STORE = 'outbox'

/** The other tabs. Not available in every browser; then they read the entries when they get the focus. */
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('quack-outbox')

/** The member's entries in the order of writing. Those of kinds that only a newer release knows are left alone. */
export async function listEntries(member: string): Promise<OutboxEntry[]> {
  const database = await openDatabase()
  const rows: unknown[] = await database.getAllFromIndex(STORE, 'member', member)
  return rows.filter(isKnownEntry).sort((one, other) => one.id - other.id)
}

/** Reads the viewer's entries. @returns what shows them on the screens of this tab */
export async function readEntries(): Promise<() => void> {
  const member = memberOfSession()
  const found = member === null ? [] : await listEntries(member)
  return () => {
    // The viewer may have changed meanwhile.
    if (member !== memberOfSession()) return
    entries.set(found)
    if (member === null) return
    flagEntries(found.length, member)
    if (!found.some(({ state }) => state === 'waiting')) void forgetSync(member)
  }
}

/** After a change: shows the entries in this tab, and has the others show them. */
export async function publish(): Promise<void> {
  tellOtherTabs()
  const show = await readEntries()
  show()
}

/** @param sent what this tab has sent */
export function tellOtherTabs(sent?: Pick<OutboxEntry, 'kind' | 'target'>): void {
  tabs?.postMessage(sent ? { kind: sent.kind, target: sent.target } : null)
}

/** @returns a function that unsubscribes */
export function onOtherTabs(listener: (sent: unknown) => void): () => void {
  const onMessage = ({ data }: MessageEvent<unknown>) => listener(data)
  tabs?.addEventListener('message', onMessage)
  return () => tabs?.removeEventListener('message', onMessage)
}

/** Stores a write of the viewer: beside an entry of the same kind and target, or in its place (offline/writings.ts). */
export async function storeWrite(write: OutboxWrite): Promise<void> {
  const member = memberOfSession()
  if (member === null) throw new Error('Only a member has an outbox.')
  const transaction = (await openDatabase()).transaction(STORE, 'readwrite')
  const { store } = transaction
  // A later tap always takes the place.
  const same =
    writingOf(write)?.later !== 'each'
      ? (await store.index('member').getAll(member))
          .filter(isKnownEntry)
          .find(({ kind, target }) => kind === write.kind && target === write.target)
      : undefined
  // The database adds the id.
  if (!same) await store.add({ ...write, member, at: Date.now(), state: stateOf(write), revision: 0 } as OutboxEntry)
  else await store.put(merge(same, write))
  await transaction.done
  await publish()
}

/** A newer version has to be compared first. */
function stateOf(write: OutboxWrite): OutboxEntry['state'] {
  return 'theirs' in write && write.theirs ? 'conflict' : 'waiting'
}

/**
 * The earlier entry with what the later write says. It is still based on what the first one was made on. Two taps do
 * not cancel each other out: this device may not know what the server has now.
 */
export function merge(earlier: OutboxEntry, write: OutboxWrite): OutboxEntry {
  const revision = earlier.revision + 1
  if (isTap(earlier)) {
    const tried = [...(earlier.tried ?? []), ...(write.tried ?? [])].slice(-1)
    return { ...earlier, body: write.body, tried, revision }
  }
  const { tried = [] } = write
  const { problem: _, file: __, furtherFiles: ___, theirs: ____, ...rest } = { theirs: undefined, ...earlier }
  return {
    ...rest,
    ...withKeptFiles(earlier, withEarlierChanges(earlier, write as WritingWrite)),
    ...('theirs' in write && write.theirs && { theirs: write.theirs }),
    tried: [...(earlier.tried ?? []), ...tried],
    state: stateOf(write),
    revision,
  } as OutboxEntry
}

/** An edit says only what it changes. Its form does not know what an earlier one has taken away. */
function withEarlierChanges({ kind, body }: WritingEntry, next: WritingWrite): WritingWrite {
  return kind === 'editPost' ? ({ ...next, body: { ...body, ...next.body } } as WritingWrite) : next
}

/**
 * An address that is valid in this tab alone: a form shows a file with it that is not uploaded yet. What follows the #
 * is the place that the file has in the entry.
 */
const LOCAL = /^blob:[^#]*(?:#(\d+))?$/

/** The body and the files of a changed entry. A picture that the form has not replaced keeps its file. */
function withKeptFiles(
  earlier: Pick<WritingEntry, 'file' | 'furtherFiles' | 'body'>,
  next: Pick<WritingEntry, 'body'> & { file?: File | undefined; furtherFiles?: WritingEntry['furtherFiles'] },
): Pick<WritingEntry, 'body' | 'file' | 'furtherFiles'> {
  if (!('mediaUrl' in next.body)) return { body: next.body }
  const known = { files: filesOf(earlier), addresses: addressesOf(earlier.body as PostBody) }
  const files = filesOf(next)
  let { body } = next
  for (const [place, address] of addressesOf(body).entries()) {
    const [isLocal, from = 0] = LOCAL.exec(address) ?? []
    const file = known.files[Number(from)]
    if (isLocal === undefined || !file) continue
    files[place] = file
    body = withAddress(body, place, known.addresses[Number(from)] ?? '')
  }
  return { body, ...withFiles(files) }
}

/**
 * Changes an entry; null deletes it. Nothing happens if it is gone.
 * @returns the entry as it was, or undefined
 */
export async function changeEntry(
  id: number,
  change: (entry: OutboxEntry) => OutboxEntry | null,
): Promise<OutboxEntry | undefined> {
  const transaction = (await openDatabase()).transaction(STORE, 'readwrite')
  const store = transaction.objectStore(STORE)
  const row: unknown = await store.get(id)
  const entry = isKnownEntry(row) ? row : undefined
  const next = entry && change(entry)
  if (next === null) await store.delete(id)
  else if (next && next !== entry) await store.put(next)
  await transaction.done
  return entry
}

/** Deletes the edits of what a sent deletion has deleted. */
export async function removeEditsOf({ member, kind, target }: OutboxEntry): Promise<void> {
  const edit = writingOf({ kind })?.ends
  if (edit === undefined) return
  const edits = (await listEntries(member)).filter((entry) => entry.kind === edit && entry.target === target)
  for (const { id } of edits) await changeEntry(id, () => null)
}
