import type { ErrorCode } from '@quack/contract'
import { isRefusal } from '../api/api-errors.ts'
import { newKey } from '../drafts/drafts.ts'
import type { CommentVersion, EntryWith, OutboxEntry, PostVersion, WritingKind } from '../offline/outbox-entry.ts'
import { withFreshFiles } from './files.ts'
import type { Sent } from './lane.ts'
import { asMember, createOnce, editOnce, isSameVersion, noteTried, wasCreated } from './once.ts'

/** What an edit was made on, and what it has made, if an answer says it. */
export interface Edited<Version, Made> {
  id: string
  basedOn: Version
  made?: Made | null
}

/** Posts or comments: the requests, and how the screens show what they have done. */
interface Content<Body, Edit, Removal, Version, Made> {
  /** What an entry becomes if the member changes or removes it while it is sent. */
  later: { edit: WritingKind; removal: WritingKind }
  /** @param sent what has arrived, of which nothing may stay that `body` does not have */
  editOf: (target: string, body: Body, sent: Body) => Edit
  removalOf: (target: string, sent: Body) => Removal
  /** What an edit is compared with: what this makes of nothing, or of what is `edited`, which was read if need be. */
  versionOf: (body: Body | Edit, edited?: Edited<Version, Made>) => Version
  /** What else a body has, that has to be the same. */
  restOf?: (body: Body) => unknown
  /** Why no edit makes what was created as `sent` what the member wants now. Null if one does. */
  whyNoEdit?: (sent: Body, body: Body) => string | null
  /** The refusal of what has been deleted. */
  gone: ErrorCode
  /** Whether creating it is also refused so if what it is about has been deleted. Then the member decides. */
  needs?: (body: Body) => boolean
  /** Resolves to null if the answer does not name what was made. */
  create: (target: string, body: Body, key: string) => Promise<Made | null>
  /** The `_id` of what the viewer has created last with this body. Null if it is not found. */
  find: (target: string, body: Body) => Promise<string | null>
  change: (id: string, body: Edit, basedOn: Version) => Promise<Made | null>
  read: (id: string, body: Edit) => Promise<Version>
  /** Succeeds if it was already deleted. */
  remove: (id: string, body: Removal) => Promise<void>
  showNew: (target: string, made: Made | null) => void
  showChanged: (entry: EntryWith<Edit> & { basedOn: Version }, made: Made | null) => void
  drop: (id: string, body: Removal) => void
}

export const NOTHING: Sent = { show: () => undefined, rest: () => null }

/** How posts or comments are sent once, whatever has arrived before. */
export function sendsOf<
  Body,
  Edit,
  Removal,
  Version extends PostVersion | CommentVersion,
  Made extends { _id: string },
>(content: Content<Body, Edit, Removal, Version, Made>) {
  const { editOf, removalOf, versionOf } = content
  const restOf = (body: Body) => JSON.stringify(content.restOf?.(body))

  function make(entry: EntryWith<Body>) {
    return createOnce(entry, (body) => asMember(entry, () => content.create(entry.target, body, entry.key)))
  }

  /** Creates it once, whichever of its bodies arrives first, and makes it what the member has written last. */
  async function create(entry: EntryWith<Body>): Promise<Sent> {
    return await withFreshFiles(entry, async (ready) => {
      const tried = await noteTried(ready)
      const { target, body } = tried
      try {
        const { made, as } = await make(tried)
        if (content.whyNoEdit?.(as, body)) return { ...shown(entry, made, made?._id, as), isChanged: true }
        if (isSameVersion(versionOf(as), versionOf(body)) && restOf(as) === restOf(body))
          return shown(entry, made, made?._id, body)
        const id = made?._id ?? (await asMember(entry, () => content.find(target, as)))
        if (id === null) return NOTHING
        const changed = await asMember(entry, () => content.change(id, editOf(target, body, as), versionOf(as)))
        return shown(entry, changed, id, body)
      } catch (error) {
        // It was created with this key, and has been deleted since.
        if (isRefusal(error, content.gone) && !content.needs?.(body)) return NOTHING
        throw error
      }
    })
  }

  function shown({ target }: EntryWith<Body>, made: Made | null, id: string | undefined, sent: Body): Sent {
    return {
      show: () => content.showNew(target, made),
      rest: (changed) => whatRemains(changed as EntryWith<Body>, id, sent),
    }
  }

  /** It has arrived as `sent`, and the member has changed or removed it meanwhile. */
  function whatRemains(changed: EntryWith<Body>, id: string | undefined, sent: Body): OutboxEntry {
    const { isRemoved, tried: _, target, body, ...entry } = changed
    const problem = isRemoved ? null : content.whyNoEdit?.(sent, body)
    // The member decides. With a new key, another attempt creates a second one.
    if (problem) return { ...changed, key: newKey(), tried: [], state: 'refused', problem } as unknown as OutboxEntry
    // The answer did not name it: the next attempt edits or deletes it.
    if (id === undefined) return changed as unknown as OutboxEntry
    const rest = isRemoved
      ? { kind: content.later.removal, body: removalOf(target, sent) }
      : { kind: content.later.edit, body: editOf(target, body, sent), basedOn: versionOf(sent) }
    return { ...entry, ...rest, target: id } as unknown as OutboxEntry
  }

  /** The member has removed what may have arrived. If it has not, it is not created. */
  async function undo(entry: EntryWith<Body>): Promise<Sent> {
    if (!(await wasCreated(entry))) return NOTHING
    try {
      const { made, as } = await make(entry)
      const id = made?._id ?? (await asMember(entry, () => content.find(entry.target, as)))
      return id === null ? NOTHING : await removeAt(entry, id, removalOf(entry.target, as))
    } catch (error) {
      // Also a comment whose post is gone.
      if (isRefusal(error, 'postUnknown')) return NOTHING
      throw error
    }
  }

  /** Edits what is still as it was when the member edited it. Throws ConflictError otherwise. */
  async function edit(entry: EntryWith<Edit> & { basedOn: Version }): Promise<Sent> {
    return await withFreshFiles(entry, async (ready) => {
      const tried = await noteTried(ready)
      const { target, body, basedOn } = tried
      const edited = { id: target, basedOn }
      const made = await editOnce({
        basedOn,
        tried: () => (tried.tried as readonly Edit[]).map((own) => versionOf(own, edited)),
        send: (basedOn) => asMember(entry, () => content.change(target, body, basedOn)),
        read: () => asMember(entry, () => content.read(target, body)),
      })
      return {
        show: () => content.showChanged(tried, made),
        rest: (changed) => ({ ...changed, basedOn: versionOf(body, { ...edited, made }), tried: [] }) as OutboxEntry,
      }
    })
  }

  async function removeAt(entry: EntryWith<unknown>, id: string, body: Removal): Promise<Sent> {
    await asMember(entry, () => content.remove(id, body))
    return { ...NOTHING, show: () => content.drop(id, body) }
  }

  return {
    create,
    undo,
    edit,
    remove: (entry: EntryWith<Removal>) => removeAt(entry, entry.target, entry.body),
  }
}
