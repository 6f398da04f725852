import { call } from '../api/api.ts'
import { isRefusal } from '../api/api-errors.ts'
import { MINIMAL } from '../api/http.ts'
import { memberOfSession } from '../api/session.ts'
import type { CommentVersion, EntryWith, OutboxEntry, PostVersion } from '../offline/outbox-entry.ts'
import { changeEntry } from './entries.ts'
import { ConflictError, StaleEntryError } from './lane.ts'

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
export async function changeBefore<Entry extends EntryWith<unknown>>(
  entry: Entry,
  body: unknown,
  tried = entry.tried,
): Promise<Entry> {
  const next = { ...entry, body, ...(tried && { tried }) }
  // Its form keeps it.
  if (entry.id === 0) return next
  const isSame = (current: OutboxEntry) => current.revision === entry.revision
  const stored = await changeEntry(entry.id, (current) =>
    isSame(current) ? (next as unknown as OutboxEntry) : current,
  )
  if (!stored || !isSame(stored)) throw new StaleEntryError()
  return next
}

/** Notes that this body may have arrived from now on. */
export async function noteTried<Entry extends EntryWith<unknown>>(entry: Entry): Promise<Entry> {
  const { body, tried = [] } = entry
  const text = JSON.stringify(body)
  if (tried.some((earlier) => JSON.stringify(earlier) === text)) return entry
  return await changeBefore(entry, body, [...tried, body])
}

/**
 * Whether an idempotency key has created a post or comment. Asks with a post that is always refused: for its address if
 * the key is unused, and before that for the key, if it is used.
 */
export async function wasCreated(entry: EntryWith<unknown>): Promise<boolean> {
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
  /** What was sent before and may have arrived. Asked once the present version was read. */
  tried: () => readonly Version[]
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
  if (!edit.tried().some((own) => isSameVersion(own, present))) throw new ConflictError(present)
  try {
    return await edit.send(present)
  } catch (error) {
    if (isRefusal(error, 'editConflict')) throw new ConflictError(await edit.read())
    throw error
  }
}

const MAY_BE_UNKNOWN = ['lang', 'pollMayChange', 'pollShowResults'] as const

/**
 * What is not known of one is not compared: the server may have set the language of the browser, and earlier releases
 * knew no more of a poll than its version.
 */
export function isSameVersion<Version extends PostVersion | CommentVersion>(one: Version, other: Version): boolean {
  const isKnown = (version: object, name: keyof PostVersion) => (version as Partial<PostVersion>)[name] !== undefined
  const unknown = MAY_BE_UNKNOWN.filter((name) => !isKnown(one, name) || !isKnown(other, name))
  const textOf = (version: Version) =>
    JSON.stringify({ ...version, ...Object.fromEntries(unknown.map((name) => [name, undefined])) })
  return textOf(one) === textOf(other)
}
