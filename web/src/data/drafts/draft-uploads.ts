import { createStore, useStore } from '../../store.ts'
import { isAbort } from '../api/api-errors.ts'
import { reportFailure } from '../api/error-notifications.ts'
import { onSessionChange, onSignOut } from '../api/session.ts'
import { upload } from '../uploads/upload.ts'
import { type Draft, updateDraft } from './drafts.ts'

/** An upload belongs to its draft, not to the form: it continues when the form is closed. */
export interface DraftUpload {
  fileName: string
  percent: number
  cancel: () => void
}

/** The running uploads, by the name of their draft. */
const uploads = createStore<ReadonlyMap<string, DraftUpload>>(new Map())

function show(name: string, state: DraftUpload | null): void {
  const next = new Map(uploads.get())
  if (state) next.set(name, state)
  else next.delete(name)
  uploads.set(next)
}

/** Uploads a file into a draft, which is created from `start` if there is none. Cancels the draft's running upload. */
export async function uploadToDraft(name: string, file: File, start?: Draft): Promise<void> {
  uploads.get().get(name)?.cancel()
  const abort = new AbortController()
  const isCurrent = () => uploads.get().get(name)?.cancel === cancel
  const cancel = () => {
    abort.abort()
    if (isCurrent()) show(name, null)
  }
  show(name, { fileName: file.name, percent: 0, cancel })
  try {
    const media = await upload(file, {
      signal: abort.signal,
      onProgress: (percent) => isCurrent() && show(name, { fileName: file.name, percent, cancel }),
    })
    if (isCurrent()) updateDraft(name, { media, alt: '' }, start)
  } catch (error) {
    if (!isAbort(error)) reportFailure(error)
  } finally {
    if (isCurrent()) show(name, null)
  }
}

export function useDraftUpload(name: string): DraftUpload | null {
  return useStore(uploads, (running) => running.get(name) ?? null)
}

onSessionChange(() => {
  for (const { cancel } of uploads.get().values()) cancel()
})

/** Local storage prefix of tus-js-client's unfinished uploads (upload-resumable.ts). */
const BEGUN = 'tus::'

onSignOut((username) => {
  try {
    const own = `${BEGUN}${username}:`
    for (const key of Object.keys(localStorage)) if (key.startsWith(own)) localStorage.removeItem(key)
  } catch {
    // Storage is blocked, so nothing was stored.
  }
})
