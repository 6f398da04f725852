import { getConnection, onConnectionChange } from '../api/connection.ts'
import type { CopyStore } from '../api/copies.ts'
import { memberKey, oldMemberKey } from '../api/member-key.ts'
import { createMemberState } from '../api/member-state.ts'
import { getSession, memberOfSession } from '../api/session.ts'
import { deleteMember } from './database.ts'
import { isShaped } from './is-shaped.ts'
import { forgetNames } from './left-members.ts'
import { clearPages, dropPostFromPages, findPage, type PageChange, writePages } from './pages.ts'
import { keepPicture, pictureName, showKeptPicture } from './pictures.ts'
import { BUDGET, halve, makeRoom } from './room.ts'

export { forgetLongLeft } from './left-members.ts'

/** Responses that arrive within this time are written together, in milliseconds. */
const PAUSE_MS = 500
/** The longest wait for the browser to be idle, in milliseconds. */
const MOST_WAIT_MS = 5_000
/** After this time, what is kept is measured again, because other tabs write too. In milliseconds. */
const MEASURE_MS = 60_000

/** What is to be written: the latest response of each member and address. */
const pages = new Map<string, PageChange>()
/** Pictures of the viewer, by their addresses: those to be written, and all that this page has looked at. */
const pictures = createMemberState(() => ({ due: new Set<string>(), seen: new Set<string>() }))
let isWriting = false
let isWriteDue = false
let used = { bytes: 0, at: 0 }

export const store: CopyStore = {
  put({ session, route, address }, text, savedAt = Date.now()) {
    if (!isKept(route)) return
    const member = memberKey(session)
    pages.set(`${member} ${address}`, { member, name: address, text, savedAt })
    writeSoon()
  },
  find: ({ session, address }) => findPage(memberKey(session), address),
  async forget(session, postId) {
    const member = memberKey(session)
    pages.clear()
    if (postId === null) await clearPages(member)
    else await dropPostFromPages(member, postId)
  },
}

/** Keeps the pictures that this page shows, from now on. */
export function watchPictures(): void {
  for (const img of document.images) if (img.complete && img.naturalWidth > 0) notePicture(img)
  document.addEventListener('load', ({ target }) => target instanceof HTMLImageElement && notePicture(target), true)
  onConnectionChange(() => {
    if (getConnection() === 'online' && pictures().due.size > 0) writeSoon()
  })
  // The page may be closed soon.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void write())
}

function notePicture({ currentSrc }: HTMLImageElement): void {
  const { due, seen } = pictures()
  if (seen.has(currentSrc) || !getSession() || pictureName(currentSrc) === null) return
  seen.add(currentSrc)
  due.add(currentSrc)
  writeSoon()
}

function writeSoon(): void {
  if (isWriteDue) return
  isWriteDue = true
  setTimeout(() => {
    // Safari has no idle callback.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => void write(), { timeout: MOST_WAIT_MS })
    else void write()
  }, PAUSE_MS)
}

async function write(): Promise<void> {
  isWriteDue = false
  if (isWriting) {
    writeSoon()
    return
  }
  isWriting = true
  try {
    await writeAll()
  } catch (error) {
    // The browser may give less than the budget.
    if (error instanceof DOMException && error.name === 'QuotaExceededError') await halve().catch(() => undefined)
  } finally {
    isWriting = false
  }
}

async function writeAll(): Promise<void> {
  const changes = [...pages.values()]
  pages.clear()
  let bytes = changes.reduce((sum, { text }) => sum + (text?.length ?? 0), 0)
  if (changes.length > 0) await writePages(changes)

  const member = memberOfSession()
  const { due } = pictures()
  for (const address of due) {
    // It waits for the network.
    if (getConnection() !== 'online') break
    due.delete(address)
    // A picture that cannot be fetched is missing offline, no more.
    if (member) bytes += await keepPicture(member, address).catch(() => 0)
  }
  used.bytes += bytes
  if (used.bytes > BUDGET || Date.now() - used.at > MEASURE_MS) used = { bytes: await makeRoom(), at: Date.now() }
}

/** Shows the kept picture in an img that could not load it. Returns whether there is one. */
export async function showKept(img: HTMLImageElement): Promise<boolean> {
  const member = memberOfSession()
  return member !== null && (await showKeptPicture(member, img))
}

/** Says in local storage whose data are to be deleted. Other tabs read it too, also those of another release. */
export interface LeftNote {
  /** Absent if a page of an old release has signed out. */
  member?: string | undefined
  username: string
  /** Whether what was not sent stays. */
  keepsDrafts: boolean
}

/** Deletes what this device keeps of the member whom a note names. Nothing if it is not a note. */
export async function forgetLeft(note: string, keepsUnsent: boolean): Promise<void> {
  const left = parseLeft(note)
  if (left) await forgetMember(left.member, left.username, left.keepsDrafts || keepsUnsent)
}

function parseLeft(note: string): LeftNote | null {
  try {
    const left: unknown = JSON.parse(note)
    return isShaped(left, { member: 'string?', username: 'string', keepsDrafts: 'boolean' }) ? left : null
  } catch {
    return null
  }
}

/** Deletes what this device keeps of a member who has signed out, also under the username (adoptRows). */
async function forgetMember(member: string | undefined, username: string, keepsUnsent: boolean): Promise<void> {
  const keys = new Set([member, oldMemberKey(username)])
  // Not those of a member who has signed in meanwhile.
  for (const [name, page] of pages) if (keys.has(page.member)) pages.delete(name)
  for (const key of keys) {
    if (!key) continue
    forgetNames(key, { keepsUnsent })
    await deleteMember(key, { keepsUnsent })
  }
}

/** The reads whose responses are kept. Those of searches, settings and staff pages, for example, are not. */
const KEPT: ReadonlySet<string> = new Set([
  'GET /api/meta',
  'GET /api/feed',
  'GET /api/feed/resume',
  'GET /api/feed/between',
  'GET /api/explore',
  'GET /api/bookmarks',
  'GET /api/notifications',
  'GET /api/posts/:postId',
  'GET /api/posts/user/:username',
  'GET /api/comments/:postId',
  'GET /api/comments/branch/:commentId',
  'GET /api/users/:username',
  'GET /api/suggestions',
  'GET /api/trending-tags',
  'GET /api/tags/:tag',
  'GET /api/tags/:tag/posts',
])

function isKept(route: string): boolean {
  return KEPT.has(route)
}
