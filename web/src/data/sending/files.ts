import { useStore } from '../../store.ts'
import { isRefusal } from '../api/api-errors.ts'
import { createMemberStore } from '../api/member-state.ts'
import { onSessionChange } from '../api/session.ts'
import { filesOf, nextFile, withAddress } from '../offline/entry-files.ts'
import type { EntryWith, PostBody } from '../offline/outbox-entry.ts'
import { upload } from '../uploads/upload.ts'
import { LEFT } from '../uploads/upload-options.ts'
import { asMember, changeBefore } from './once.ts'

/** The upload of an entry's files in this tab. */
const progress = createMemberStore<{ id: number; percent: number } | null>(null)

/** How much of an entry's files has been uploaded in this tab, or null while that does not go on. */
export function useProgress(id: number): number | null {
  return useStore(progress, (running) => (running?.id === id ? running.percent : null))
}

/**
 * Uploads the entry's files, unless that is done. Each address is stored before the next one and before the entry is
 * sent, because a repeated request must be the same. An upload that broke resumes, also after a restart of the browser.
 */
async function uploadFiles<Entry extends EntryWith<unknown>>(entry: Entry): Promise<Entry> {
  const next = nextFile(entry)
  if (!next) return entry
  const { id } = entry
  const { file, place } = next
  const files = filesOf(entry)
  const before = files.slice(0, place).filter(Boolean).length
  const count = files.filter(Boolean).length
  const abort = new AbortController()
  // What has arrived stays on the server: the member may sign in again.
  const stop = onSessionChange(() => abort.abort(LEFT))
  try {
    const onProgress = (percent: number) => progress.set({ id, percent: Math.floor((before * 100 + percent) / count) })
    const { url, type } = await asMember(entry, () => upload(file, { signal: abort.signal, onProgress }))
    return await uploadFiles(await changeBefore(entry, withAddress(entry.body as PostBody, place, url, type)))
  } finally {
    stop()
    progress.set(null)
  }
}

/** The server deletes what was uploaded a day ago and no post uses. All of the entry are then uploaded again. */
export async function withFreshFiles<Entry extends EntryWith<unknown>, Answer>(
  entry: Entry,
  send: (ready: Entry) => Promise<Answer>,
): Promise<Answer> {
  const ready = await uploadFiles(entry)
  try {
    return await send(ready)
  } catch (error) {
    const files = filesOf(ready)
    const isGone = isRefusal(error, 'mediaUrlInvalid') || isRefusal(error, 'picturesInvalid')
    if (!isGone || !files.some(Boolean)) throw error
    const emptied = files.reduce(
      (body, file, place) => (file ? withAddress(body, place, '') : body),
      ready.body as PostBody,
    )
    return await send(await uploadFiles(await changeBefore(ready, emptied)))
  }
}
