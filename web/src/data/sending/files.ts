import { useStore } from '../../store.ts'
import { isRefusal } from '../api/api-errors.ts'
import { createMemberStore } from '../api/member-state.ts'
import { onSessionChange } from '../api/session.ts'
import type { EntryWith } from '../offline/outbox-entry.ts'
import { upload } from '../uploads/upload.ts'
import { LEFT } from '../uploads/upload-options.ts'
import { asMember, changeBefore } from './once.ts'

/** The upload of an entry's file in this tab. */
const progress = createMemberStore<{ id: number; percent: number } | null>(null)

/** How much of an entry's file has been uploaded in this tab, or null while that does not go on. */
export function useProgress(id: number): number | null {
  return useStore(progress, (running) => (running?.id === id ? running.percent : null))
}

/**
 * Uploads the entry's file, unless that is done. The address is stored before the entry is sent, because a repeated
 * request must be the same. A large upload that broke resumes, also after a restart of the browser.
 */
async function uploadFile<Entry extends EntryWith<unknown>>(entry: Entry): Promise<Entry> {
  const { id, file } = entry
  const body = entry.body as { mediaUrl?: string }
  if (!file || body.mediaUrl) return entry
  const abort = new AbortController()
  // What has arrived stays on the server: the member may sign in again.
  const stop = onSessionChange(() => abort.abort(LEFT))
  try {
    const options = { signal: abort.signal, onProgress: (percent: number) => progress.set({ id, percent }) }
    const { url, type } = await asMember(entry, () => upload(file, options))
    return await changeBefore(entry, { ...body, mediaUrl: url, type })
  } finally {
    stop()
    progress.set(null)
  }
}

/** The server deletes an upload that no post has used for a day. It is then uploaded again. */
export async function withFreshFile<Entry extends EntryWith<unknown>, Answer>(
  entry: Entry,
  send: (ready: Entry) => Promise<Answer>,
): Promise<Answer> {
  const ready = await uploadFile(entry)
  try {
    return await send(ready)
  } catch (error) {
    if (!ready.file || !isRefusal(error, 'mediaUrlInvalid')) throw error
    const emptied = await changeBefore(ready, { ...(ready.body as object), mediaUrl: '' })
    return await send(await uploadFile(emptied))
  }
}
