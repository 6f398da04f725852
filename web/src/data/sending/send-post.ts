import { isRefusal } from '../api/api-errors.ts'
import { onSessionChange } from '../api/session.ts'
import type { OutboxEntry, PostBody } from '../offline/outbox-entry.ts'
import type { Sent } from '../outbox/lane.ts'
import { showProgress } from '../outbox/progress.ts'
import { dropPost } from '../posts/drop-post.ts'
import { upload } from '../uploads/upload.ts'
import { LEFT } from '../uploads/upload-options.ts'
import {
  asMember,
  changeBefore,
  createOnce,
  editOnce,
  isSameVersion,
  noteTried,
  readPostVersion,
  versionOf,
  wasCreated,
} from './once.ts'
import { sendEdit, sendPost, sendPostDeletion, showEditedPost, showNewPost } from './post-writes.ts'

const NOTHING: Sent = { show: () => undefined, rest: () => null }

/** Creates a post once, whichever of its bodies arrives first, and makes it what the member has written last. */
export async function sendNewPost(entry: OutboxEntry<'post'>): Promise<Sent> {
  if (entry.isRemoved) return await undoNewPost(entry)
  return await withFreshFile(entry, async (ready) => {
    const tried = await noteTried(ready)
    try {
      const { made, as } = await createOnce(tried, (body) => asMember(entry, () => sendPost(body, entry.key)))
      if (made === null) return NOTHING
      const post = as === tried.body ? made : await asMember(entry, () => editAfter(made._id, tried.body, as))
      return {
        show: () => showNewPost(post ?? made),
        rest: (changed) => whatRemains(changed as OutboxEntry<'post'>, made._id, tried.body),
      }
    } catch (error) {
      // It was created with this key, and has been deleted since.
      if (isRefusal(error, 'postUnknown')) return NOTHING
      throw error
    }
  })
}

function editAfter(id: string, body: PostBody, before: PostBody) {
  const basedOn = versionOf(before)
  return isSameVersion(basedOn, versionOf(body)) ? Promise.resolve(null) : sendEdit(id, body, basedOn)
}

/** The post has arrived as `sent`, and the member has changed or removed it meanwhile. */
function whatRemains(changed: OutboxEntry<'post'>, id: string, sent: PostBody): OutboxEntry {
  const { isRemoved, tried: _, ...entry } = changed
  if (isRemoved) return { ...entry, kind: 'deletePost', target: id, body: { text: sent.content ?? '' } }
  return { ...entry, kind: 'editPost', target: id, basedOn: versionOf(sent) }
}

/** The member has removed a post that may have arrived. If it has not, it is not created. */
async function undoNewPost(entry: OutboxEntry<'post'>): Promise<Sent> {
  if (!(await wasCreated(entry))) return NOTHING
  try {
    const { made } = await createOnce(entry, (body) => asMember(entry, () => sendPost(body, entry.key)))
    if (made) await asMember(entry, () => sendPostDeletion(made._id))
    return { ...NOTHING, show: () => made && dropPost(made._id) }
  } catch (error) {
    if (isRefusal(error, 'postUnknown')) return NOTHING
    throw error
  }
}

/** Edits a post that is still as it was when the member edited it. Throws ConflictError otherwise. */
export async function sendPostEdit(entry: OutboxEntry<'editPost'>): Promise<Sent> {
  return await withFreshFile(entry, async (ready) => {
    const tried = await noteTried(ready)
    const post = await editOnce({
      basedOn: tried.basedOn,
      tried: (tried.tried as readonly PostBody[]).map(versionOf),
      send: (basedOn) => asMember(entry, () => sendEdit(tried.target, tried.body, basedOn)),
      read: () => asMember(entry, () => readPostVersion(tried.target)),
    })
    return {
      show: () => showEditedPost(post, entry.basedOn.content),
      rest: (changed) => ({ ...(changed as OutboxEntry<'editPost'>), basedOn: versionOf(tried.body), tried: [] }),
    }
  })
}

export async function sendPostRemoval(entry: OutboxEntry<'deletePost'>): Promise<Sent> {
  await asMember(entry, () => sendPostDeletion(entry.target))
  return { ...NOTHING, show: () => dropPost(entry.target) }
}

type PostEntry = OutboxEntry<'post' | 'editPost'>

/**
 * Uploads the entry's file, unless that is done. The address is stored before the post is sent, because a repeated
 * request must be the same. A large upload that broke resumes, also after a restart of the browser.
 */
async function uploadFile<Sent extends PostEntry>(entry: Sent): Promise<Sent> {
  const { id, file, body } = entry
  if (!file || body.mediaUrl) return entry
  const abort = new AbortController()
  // What has arrived stays on the server: the member may sign in again.
  const stop = onSessionChange(() => abort.abort(LEFT))
  try {
    const options = { signal: abort.signal, onProgress: (percent: number) => showProgress({ id, percent }) }
    const { url, type } = await asMember(entry, () => upload(file, options))
    return await changeBefore(entry, { body: { ...body, mediaUrl: url, type } } as Partial<Sent>)
  } finally {
    stop()
    showProgress(null)
  }
}

/** The server deletes an upload that no post has used for a day. It is then uploaded again. */
async function withFreshFile<Sent extends PostEntry, Answer>(
  entry: Sent,
  send: (ready: Sent) => Promise<Answer>,
): Promise<Answer> {
  const ready = await uploadFile(entry)
  try {
    return await send(ready)
  } catch (error) {
    if (!ready.file || !isRefusal(error, 'mediaUrlInvalid')) throw error
    const emptied = await changeBefore(ready, { body: { ...ready.body, mediaUrl: '' } } as Partial<Sent>)
    return await send(await uploadFile(emptied))
  }
}
