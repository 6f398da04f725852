import type { Copy } from '../api/copies.ts'
import { type DeviceDatabase, isSignedIn, ofMember, openDatabase, type SavedPage } from './database.ts'
import { isShaped } from './is-shaped.ts'

/** The time of use is written again after this time, in milliseconds. */
const USE_STEP_MS = 10 * 60_000

function isPage(row: unknown): row is SavedPage {
  return isShaped(row, { member: 'string', name: 'string', text: 'string', savedAt: 'number', usedAt: 'number' })
}

/** A response to keep. A copy is deleted where the text is null. */
export type PageChange = Pick<SavedPage, 'member' | 'name' | 'savedAt'> & { text: string | null }

/** Writes these changes, in one transaction. Those of members who have signed out since are ignored. */
export async function writePages(changes: readonly PageChange[]): Promise<void> {
  const { store, done } = await openToWrite()
  const work: Promise<unknown>[] = [done]
  for (const { text, ...change } of changes) {
    if (!isSignedIn(change.member)) continue
    if (text === null) work.push(store.delete([change.member, change.name]))
    else work.push(store.put({ ...change, text, bytes: byteLength(text), usedAt: change.savedAt }))
  }
  await Promise.all(work)
}

export async function findPage(member: string, name: string): Promise<Copy | undefined> {
  const database = await openDatabase()
  const page = await database.get('pages', [member, name])
  if (!isPage(page) || !isSignedIn(member)) return undefined
  if (Date.now() - page.usedAt > USE_STEP_MS) void notePageUse(database, page)
  return { text: page.text, savedAt: page.savedAt }
}

async function notePageUse(database: DeviceDatabase, { member, name }: SavedPage): Promise<void> {
  const { store, done } = database.transaction('pages', 'readwrite')
  // Read again: it may be another one now, or deleted.
  const page = await store.get([member, name])
  if (isPage(page)) await store.put({ ...page, usedAt: Date.now() })
  await done
}

/** Removes a deleted post from the lists in the copies, and from what quotes it there. Other copies that name it are deleted. */
export async function dropPostFromPages(member: string, postId: string): Promise<void> {
  const { store, done } = await openToWrite()
  const work: Promise<unknown>[] = [done]
  for (let cursor = await store.openCursor(ofMember(member)); cursor; cursor = await cursor.continue()) {
    const page = cursor.value
    if (!isPage(page)) continue
    // Most copies do not have the post, and need not be parsed.
    const isAbout = page.name.includes(`/${postId}?`) || page.text.includes(`"postId":"${postId}"`)
    if (!page.text.includes(`"_id":"${postId}"`) && !isAbout) continue
    const text = withoutPost(page.text, postId)
    if (text === null) work.push(cursor.delete())
    else work.push(cursor.update({ ...page, text, bytes: byteLength(text) }))
  }
  await Promise.all(work)
}

/** The body of a list of posts without this one. Null for another response. */
function withoutPost(text: string, postId: string): string | null {
  const body: unknown = JSON.parse(text)
  if (!isShaped(body, { posts: 'object' }) || !Array.isArray(body.posts)) return null
  const isIt = (post: unknown) => isShaped(post, { _id: 'string' }) && post._id === postId
  const posts = body.posts.flatMap((post: unknown) => {
    if (isIt(post)) return []
    const isQuoting =
      isShaped(post, { quote: 'object' }) && isShaped(post.quote, { post: 'object' }) && isIt(post.quote.post)
    return [isQuoting ? { ...post, quote: {} } : post]
  })
  return JSON.stringify({ ...body, posts })
}

export async function clearPages(member: string): Promise<void> {
  await (await openDatabase()).delete('pages', ofMember(member))
}

/** The store, with its transaction begun: all writers before it are done. */
async function openToWrite() {
  const { store, done } = (await openDatabase()).transaction('pages', 'readwrite')
  await store.getKey(['', ''])
  return { store, done }
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}
