import type { Comment, RouteAnswer } from '@quack/contract'
import { toAlt } from '@quack/contract/rules/text'
import { call, MINIMAL } from '../api/api.ts'
import { isRefusal } from '../api/api-errors.ts'
import { memberOfSession } from '../api/session.ts'
import { isViewer } from '../members/people.ts'
import type { CommentVersion, OutboxEntry, PostBody, PostVersion } from '../offline/outbox-entry.ts'
import { changeEntry } from '../outbox/entries.ts'
import { ConflictError, StaleEntryError } from '../outbox/lane.ts'
import { putPost } from '../posts/posts.ts'

/**
 * Sends a request of an entry, if its member is the viewer. `call` reads the session in the same turn, so the request
 * has no other member's token.
 */
export function asMember<Answer>(
  { member }: Pick<OutboxEntry, 'member'>,
  send: () => Promise<Answer>,
): Promise<Answer> {
  if (member !== memberOfSession()) throw new StaleEntryError()
  return send()
}

/**
 * Stores what is known before a request, so that it is not forgotten if the page ends before the answer.
 * @throws StaleEntryError if the member has changed or removed the entry meanwhile
 */
export async function changeBefore<Sent extends OutboxEntry>(entry: Sent, change: Partial<Sent>): Promise<Sent> {
  const next = { ...entry, ...change }
  // Its form keeps it.
  if (entry.id === 0) return next
  const stored = await changeEntry(entry.id, (current) => (current.revision === entry.revision ? next : current))
  if (stored?.revision !== entry.revision) throw new StaleEntryError()
  return next
}

/** Notes that this body may have arrived from now on. */
export async function noteTried<Sent extends OutboxEntry>(entry: Sent): Promise<Sent> {
  const { body, tried = [] } = entry
  const text = JSON.stringify(body)
  if (tried.some((earlier) => JSON.stringify(earlier) === text)) return entry
  return await changeBefore(entry, { tried: [...tried, body] } as unknown as Partial<Sent>)
}

/**
 * Whether an idempotency key has created a post or comment. Asks with a post that is always refused: for its address if
 * the key is unused, and before that for the key, if it is used.
 */
export async function wasCreated(entry: OutboxEntry<'post' | 'comment'>): Promise<boolean> {
  const headers = { ...MINIMAL, 'idempotency-key': entry.key }
  const body = { postData: { content: '', mediaUrl: 'none' } }
  try {
    await asMember(entry, () => call('POST /api/posts', { query: { embed: 0 }, headers, body }))
  } catch (error) {
    if (isRefusal(error, 'mediaUrlInvalid')) return false
    if (!isRefusal(error, 'idempotencyKeyReused')) throw error
  }
  return true
}

/**
 * Sends the bodies of a new post or comment with its key, newest first, until one is the one that the key was used for.
 * If none was sent before, this is the first.
 */
export async function createOnce<Body, Made>(
  { body, tried = [] }: { body: Body; tried?: readonly unknown[] },
  send: (body: Body) => Promise<Made>,
): Promise<{ made: Made; as: Body }> {
  const bodies = [body, ...(tried as readonly Body[]).toReversed()]
  for (const [index, each] of bodies.entries()) {
    try {
      return { made: await send(each), as: each }
    } catch (error) {
      if (!isRefusal(error, 'idempotencyKeyReused') || index === bodies.length - 1) throw error
    }
  }
  throw new Error('There is always one.')
}

interface EditOnce<Version, Answer> {
  basedOn: Version
  /** What was sent before and may have arrived. */
  tried: readonly Version[]
  send: (basedOn: Version) => Promise<Answer>
  /** The present version. */
  read: () => Promise<Version>
}

/**
 * Sends an edit. If the present version is another than the edit is based on, but one of this member's own earlier
 * attempts, the edit is based on that.
 * @throws ConflictError if somebody has edited it on another device
 */
export async function editOnce<Version extends PostVersion | CommentVersion, Answer>(
  edit: EditOnce<Version, Answer>,
): Promise<Answer> {
  try {
    return await edit.send(edit.basedOn)
  } catch (error) {
    if (!isRefusal(error, 'editConflict')) throw error
  }
  const present = await edit.read()
  if (!edit.tried.some((own) => isSameVersion(own, present))) throw new ConflictError(present)
  try {
    return await edit.send(present)
  } catch (error) {
    if (isRefusal(error, 'editConflict')) throw new ConflictError(await edit.read())
    throw error
  }
}

/** The content of a post that another edit is compared with. */
export function versionOf({ content = '', mediaUrl = '', alt = '' }: PostBody): PostVersion {
  return { content, mediaUrl: withoutSignature(mediaUrl), alt: toAlt(alt) }
}

/** Media of a private member have a signed address, with another signature in each answer. */
function withoutSignature(url: string): string {
  return url.startsWith('/') ? url.replace(/\?.*/, '') : url
}

export function isSameVersion<Version extends PostVersion | CommentVersion>(one: Version, other: Version): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Pages of comments that are read to find one. */
const MOST_PAGES = 25

/** @throws postUnknown */
export async function readPostVersion(id: string): Promise<PostVersion> {
  const { post } = await call('GET /api/posts/:postId', { params: { postId: id }, query: { embed: 0 } })
  putPost(post)
  return versionOf(post)
}

/** Without a text if the comment is gone: it then differs from every edit. */
export async function readCommentVersion(postId: string, id: string): Promise<CommentVersion> {
  const found = await findComment(postId, (comment) => comment._id === id)
  return { text: found?.text ?? '' }
}

/** The `_id` of the viewer's newest comment with this text. */
export async function findOwnComment(postId: string, text: string): Promise<string | null> {
  const found = await findComment(postId, (comment) => isViewer(comment.username) && comment.text === text)
  return found?._id ?? null
}

type Page = RouteAnswer<'GET /api/comments/:postId'>

async function findComment(postId: string, isIt: (comment: Comment) => boolean): Promise<Comment | undefined> {
  let cursor: string | undefined
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const { comments, nextCursor }: Page = await readPage(postId, cursor)
    const found = comments.find(isIt)
    if (found || nextCursor === null) return found
    cursor = nextCursor
  }
  return undefined
}

function readPage(postId: string, cursor: string | undefined): Promise<Page> {
  const query = { limit: 100, embed: 0, ...(cursor === undefined ? {} : { cursor }) }
  return call('GET /api/comments/:postId', { params: { postId }, query })
}
