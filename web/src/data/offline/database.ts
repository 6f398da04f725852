import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { memberKey, oldMemberKey, UNSENT_NAMES } from '../api/member-key.ts'
import { createMemberState } from '../api/member-state.ts'
import { getSession, memberOfSession, type Session } from '../api/session.ts'
import { isShaped } from './is-shaped.ts'
import type { OutboxEntry } from './outbox-entry.ts'

/** A response of the server that can be read offline. */
export interface SavedPage {
  /** As `memberKey` says. */
  member: string
  /** The URL that was read. */
  name: string
  /** The response's body. */
  text: string
  bytes: number
  /** When it was read from the server, in milliseconds. */
  savedAt: number
  /** When it was last shown, or some minutes before, in milliseconds. */
  usedAt: number
}

export interface SavedPicture {
  member: string
  /** As `pictureName` says: without a signature, which expires. */
  url: string
  blob: Blob
  bytes: number
  usedAt: number
}

/** Something of a member by its name, such as a token, or the file of a draft, which may be large. Of the device, if the member is ''. */
export interface DeviceSetting {
  member: string
  name: string
  value: unknown
}

/** What is saved, oldest use first: the keys of the index hold all that making room needs. */
type ByUse = { byUse: [usedAt: number, bytes: number] }

export interface DeviceSchema extends DBSchema {
  pages: { key: [member: string, name: string]; value: SavedPage; indexes: ByUse }
  pictures: { key: [member: string, url: string]; value: SavedPicture; indexes: ByUse }
  outbox: { key: number; value: OutboxEntry; indexes: { member: string } }
  settings: { key: [member: string, name: string]; value: DeviceSetting }
}

export type DeviceDatabase = IDBPDatabase<DeviceSchema>

const NAME = 'quack'
const VERSION = 1

let opened: Promise<DeviceDatabase> | null = null
/** Whether old rows of the viewer have been looked for. */
const adoption = createMemberState(() => ({ isBegun: false }))

/** What this device keeps of its members, in IndexedDB. Rejects where the browser blocks storage. */
export async function openDatabase(): Promise<DeviceDatabase> {
  opened ??= open().catch((error: unknown) => {
    // Storage may be allowed later.
    opened = null
    throw error
  })
  const database = await opened
  const session = getSession()
  const state = adoption()
  if (session && !state.isBegun) {
    state.isBegun = true
    // Transactions that begin later wait for these.
    for (const adopt of [adoptRows, adoptTaps])
      void adopt(database, session).catch((error: unknown) => console.warn('Old rows cannot be read.', error))
  }
  return database
}

async function open(): Promise<DeviceDatabase> {
  return await openDB<DeviceSchema>(NAME, VERSION, {
    upgrade(database) {
      for (const [store, key] of [
        ['pages', 'name'],
        ['pictures', 'url'],
      ] as const) {
        database.createObjectStore(store, { keyPath: ['member', key] }).createIndex('byUse', ['usedAt', 'bytes'])
      }
      database.createObjectStore('outbox', { keyPath: 'id', autoIncrement: true }).createIndex('member', 'member')
      database.createObjectStore('settings', { keyPath: ['member', 'name'] })
    },
    // A page of a newer release needs another version.
    blocking: () => void closeDatabase(),
    terminated: () => {
      opened = null
    },
  })
}

/**
 * The first releases with a database named members by their usernames. What such a member has written becomes theirs
 * under their id; copies are deleted, and kept again when they are read. A page of an old release may still write such
 * rows.
 */
async function adoptRows(database: DeviceDatabase, session: Session): Promise<void> {
  const [old, member] = [oldMemberKey(session.username), memberKey(session)]
  if (old === member) return
  const transaction = database.transaction(['pages', 'pictures', 'settings', 'outbox'], 'readwrite')
  const outbox = transaction.objectStore('outbox')
  const settings = transaction.objectStore('settings')
  const [entries, rows] = await Promise.all([outbox.index('member').getAll(old), settings.getAll(ofMember(old))])
  await Promise.all([
    transaction.objectStore('pages').delete(ofMember(old)),
    transaction.objectStore('pictures').delete(ofMember(old)),
    settings.delete(ofMember(old)),
    ...entries.map((entry) => outbox.put({ ...entry, member })),
    ...rows.map((row) => settings.put({ ...row, member })),
    transaction.done,
  ])
}

/** A tap as earlier releases kept it, among the settings, with its desired state and what it was before. */
const OLD_TAP = { kind: 'string', key: 'string', isTried: 'boolean', at: 'number' } as const

/** The kinds of taps of those releases. */
const OLD_TAPS: readonly string[] = ['like', 'bookmark', 'follow', 'vote']

/**
 * Earlier releases kept taps among the settings. They become entries. A page of such a release may still write them.
 */
async function adoptTaps(database: DeviceDatabase, session: Session): Promise<void> {
  const member = memberKey(session)
  const transaction = database.transaction(['settings', 'outbox'], 'readwrite')
  const [settings, outbox] = [transaction.objectStore('settings'), transaction.objectStore('outbox')]
  const rows = await settings.getAll(IDBKeyRange.bound([member, TOGGLE], [member, `${TOGGLE}\uffff`]))
  const old = rows
    .flatMap(({ name, value }) => (isShaped(value, OLD_TAP) ? [{ name, tap: value }] : []))
    .filter(({ tap }) => OLD_TAPS.includes(tap.kind))
    .sort((one, other) => one.tap.at - other.tap.at)
  const known = old.length > 0 ? await outbox.index('member').getAll(member) : []
  const changes: Promise<unknown>[] = [transaction.done]
  for (const { name, tap } of old) {
    const { kind, key: target, value: body, was: basedOn, subject, isTried, at } = tap
    const same = known.find((entry) => entry.kind === kind && entry.target === target)
    const rest = { member, kind, target, key: '', body, basedOn, at, state: 'waiting', tried: isTried ? [body] : [] }
    const entry = { ...rest, subject: kind === 'like' || kind === 'bookmark' ? null : subject, revision: 0 }
    changes.push(settings.delete([member, name]))
    if (!same) changes.push(outbox.add(entry as unknown as OutboxEntry))
    else if (same.at <= at)
      changes.push(outbox.put({ ...same, body, tried: [body], revision: same.revision + 1 } as OutboxEntry))
  }
  await Promise.all(changes)
  // It said that there are some.
  globalThis.localStorage?.removeItem(UNSENT_NAMES.toggles + member)
}

export async function closeDatabase(): Promise<void> {
  const closing = opened
  opened = null
  const database = await closing
  database?.close()
}

/** The keys that begin with this member. */
export function ofMember(member: string): IDBKeyRange {
  // An array sorts after every text.
  return IDBKeyRange.bound([member], [member, []])
}

/** Begins the names of settings that are taps of an earlier release (adoptTaps). */
export const TOGGLE = 'toggle '
/** Begins the names of settings that are files of drafts (data/drafts). */
export const DRAFT_FILE = 'draft file '
/** Settings that hold what was not sent. */
const UNSENT = [TOGGLE, DRAFT_FILE]

function isUnsent([, name]: [member: string, name: string]): boolean {
  return UNSENT.some((prefix) => name.startsWith(prefix))
}

/** Deletes a member's rows, in one transaction. What was not sent can be kept. */
export async function deleteMember(member: string, { keepsUnsent = false } = {}): Promise<void> {
  const database = await openDatabase()
  const transaction = database.transaction(['pages', 'pictures', 'settings', 'outbox'], 'readwrite')
  const deletions: Promise<void>[] = [transaction.done]
  for (const store of ['pages', 'pictures'] as const) {
    deletions.push(transaction.objectStore(store).delete(ofMember(member)))
  }
  const settings = transaction.objectStore('settings')
  for (const key of await settings.getAllKeys(ofMember(member))) {
    if (!keepsUnsent || !isUnsent(key)) deletions.push(settings.delete(key))
  }
  if (!keepsUnsent) {
    const outbox = transaction.objectStore('outbox')
    const ids = await outbox.index('member').getAllKeys(member)
    for (const id of ids) deletions.push(outbox.delete(id))
  }
  await Promise.all(deletions)
}

/** Deletes what a member has not sent: the outbox and files of drafts, in one transaction. */
export async function deleteUnsentRows(member: string): Promise<void> {
  const transaction = (await openDatabase()).transaction(['settings', 'outbox'], 'readwrite')
  const [settings, outbox] = [transaction.objectStore('settings'), transaction.objectStore('outbox')]
  const [keys, ids] = await Promise.all([
    settings.getAllKeys(ofMember(member)),
    outbox.index('member').getAllKeys(member),
  ])
  await Promise.all([
    ...keys.filter(isUnsent).map((key) => settings.delete(key)),
    ...ids.map((id) => outbox.delete(id)),
    transaction.done,
  ])
}

/** The members of whom something was not sent. */
export async function listUnsent(): Promise<Set<string>> {
  const database = await openDatabase()
  const keys = await database.getAllKeys('settings')
  const members = new Set(keys.filter(isUnsent).map(([member]) => member))
  let cursor = await database.transaction('outbox').store.index('member').openKeyCursor(null, 'nextunique')
  while (cursor) {
    members.add(cursor.key)
    cursor = await cursor.continue()
  }
  return members
}

/** Who is signed in according to local storage: another tab may have changed it a moment ago. */
export function memberOnDevice(): string | null {
  const [token, username] = [localStorage.getItem('token'), localStorage.getItem('username')]
  return token !== null && username !== null ? memberKey({ token, username }) : null
}

/**
 * Whether this member is signed in, also according to local storage: another tab may have signed out a moment ago. What
 * writes asks inside its transaction: the deletion at a sign-out is one too, so nothing can be written after it.
 */
export function isSignedIn(member: string): boolean {
  return memberOfSession() === member && memberOnDevice() === member
}
