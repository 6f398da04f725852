import { isRefusal } from '../api/api-errors.ts'
import { onSessionChange } from '../api/session.ts'
import type { OutboxEntry } from '../offline/outbox-entry.ts'
import { showProgress } from '../outbox/progress.ts'
import { upload } from '../uploads/upload.ts'
import { LEFT } from '../uploads/upload-options.ts'
import { asMember, changeBefore } from './once.ts'

type PostEntry = OutboxEntry<'post' | 'editPost'>

/**
 * Uploads the entry's file, unless that is done. The address is stored before the post is sent, because a repeated
 * request must be the same. A large upload that broke resumes, also after a restart of the browser.
 */
export async function uploadFile<Sent extends PostEntry>(entry: Sent): Promise<Sent> {
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
export async function withFreshFile<Sent extends PostEntry, Answer>(
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
