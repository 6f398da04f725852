import { t } from '@lingui/core/macro'
import { useStore } from '../../store.ts'
import { ApiError, isAbort, NetworkError } from '../api/api-errors.ts'
import { getConnection, onConnectionChange } from '../api/connection.ts'
import { notify, reportFailure } from '../api/error-notifications.ts'
import { KEPT_NAMES, memberKey } from '../api/member-key.ts'
import { createMemberStore } from '../api/member-state.ts'
import { getSession, onSessionChange, onSignOut, type Session } from '../api/session.ts'
import { loadCode } from '../code/load-code.ts'
import { fileKind, LEFT } from '../uploads/upload-options.ts'
import { type Attachment, addAttachment, type Draft, getDraft, updateAttachment } from './drafts.ts'

/** An upload belongs to its draft, not to the form: it continues when the form is closed. */
export interface DraftUpload {
  file: File
  fileName: string
  percent: number
  /** The network has failed. The upload begins again when it is back. */
  hasFailed: boolean
  /** The server has failed: it goes on when the member wants it. */
  retry?: () => void
  /** Also removes it from the draft. */
  cancel: () => void
  /** Stops without deleting what has arrived: somebody else goes on with it. */
  leave: () => void
}

/** The running uploads, by their name. */
const uploads = createMemberStore<ReadonlyMap<string, DraftUpload>>(new Map())

/** Names an upload, and its file on this device. The one file of a draft of an earlier release has no id. */
function nameOf(draft: string, id: string): string {
  return id === '' ? draft : `${draft} ${id}`
}

function show(name: string, state: DraftUpload | null): void {
  const next = new Map(uploads.get())
  if (state) next.set(name, state)
  else next.delete(name)
  uploads.set(next)
}

const loadFiles = () => loadCode(() => import('./draft-files.ts'))

/** Attaches a file to a draft, which is created from `start` if there is none, and uploads it. */
export async function uploadToDraft(draft: string, file: File, start?: Draft): Promise<void> {
  await uploadFile({ draft, id: addAttachment(draft, fileKind(file) ?? 'video', start), file, start })
}

interface FileOfDraft {
  draft: string
  /** Of what is attached. */
  id: string
  file: File
  start: Draft | undefined
}

/** If the network fails, the file is kept, also when the page is closed, and uploaded when it is back. */
async function uploadFile({ draft, id, file, start }: FileOfDraft): Promise<void> {
  const session = getSession()
  const name = nameOf(draft, id)
  const abort = new AbortController()
  const find = () => getDraft(draft)?.attached.find((each) => each.id === id)
  const update = (change: Partial<Attachment> | null) => updateAttachment(draft, id, change, start)
  /** The draft has the file's address now, or the member wants it no more. */
  const dropFile = () => {
    if (!session || find()?.file === undefined) return
    update({ file: undefined })
    loadFiles()
      .then(({ dropDraftFile }) => dropDraftFile(memberKey(session), name))
      .catch(() => undefined)
  }
  const end = (reason?: unknown) => {
    abort.abort(reason)
    if (!isCurrent()) return
    show(name, null)
    // An expired session keeps its drafts.
    if (session === getSession()) dropFile()
  }
  const state = { file, fileName: file.name, percent: 0, hasFailed: false }
  // The file waits on this device for its member's next log-in.
  const stop = onSessionChange(() => {
    if (abort.signal.aborted) return
    end(LEFT)
    if (session && !session.isShared) void putAside({ draft, id, file, start }, session)
  })
  const cancel = () => {
    end()
    update(null)
  }
  const controls = { cancel, leave: () => end(LEFT) }
  const isCurrent = () => uploads.get().get(name)?.cancel === cancel
  const run = async () => {
    const percent = uploads.get().get(name)?.percent ?? 0
    show(name, { ...state, ...controls, percent })
    const { upload } = await loadCode(() => import('../uploads/upload.ts'))
    const media = await upload(file, {
      signal: abort.signal,
      onProgress: (arrived) => isCurrent() && show(name, { ...state, ...controls, percent: arrived }),
    })
    if (!isCurrent()) return
    if (getDraft(draft)?.attached.some((each) => each.media?.url === media.url)) {
      notify(t`This picture is attached already.`)
      return cancel()
    }
    update({ media, type: media.type === 'image' ? 'image' : 'video' })
    dropFile()
  }
  const keep = async () => {
    if (!session || find()?.file === file.name) return
    try {
      const { keepDraftFile, dropDraftFile } = await loadFiles()
      await keepDraftFile(memberKey(session), name, file)
      if (isCurrent()) update({ file: file.name })
      else if (find()?.file === undefined) await dropDraftFile(memberKey(session), name)
    } catch {
      // Without storage, the file lasts until the page is closed.
    }
  }
  if (getConnection() !== 'online') void keep()
  try {
    while (true) {
      try {
        return await run()
      } catch (error) {
        if (isAbort(error)) return
        const isNetwork = error instanceof NetworkError
        if (!isNetwork) reportFailure(error)
        if (!isCurrent()) return
        if (isRefused(error)) return cancel()
        void keep()
        await new Promise<void>((retry, reject) => {
          show(name, { ...state, ...controls, ...(isNetwork ? { hasFailed: true } : { retry }) })
          if (isNetwork) untilOnline(abort.signal).then(retry, reject)
          else abort.signal.addEventListener('abort', reject)
        })
      }
    }
  } catch {
    // It has ended while it waited.
  } finally {
    stop()
    if (isCurrent()) show(name, null)
  }
}

/** Whether the server would not take this file another time either. */
function isRefused(error: unknown): boolean {
  return (
    error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status)
  )
}

/** Members who are gone, of whom nothing is kept any more. */
const gone = new Set<string>()

async function putAside({ draft, id, file, start }: FileOfDraft, session: Session): Promise<void> {
  const member = memberKey(session)
  try {
    const { keepDraftFile } = await loadFiles()
    if (gone.has(member)) return
    await keepDraftFile(member, nameOf(draft, id), file)
    updateAttachment(draft, id, { file: file.name }, start, member)
  } catch {
    // Without storage, the draft has lost its file.
  }
}

/** Goes on with the files that the draft had when the page was closed. */
export async function resumeDraft(draft: string, start?: Draft): Promise<void> {
  await Promise.all((getDraft(draft)?.attached ?? []).map((each) => resumeFile(draft, each, start)))
}

async function resumeFile(draft: string, { id, file: fileName }: Attachment, start?: Draft): Promise<void> {
  const session = getSession()
  const name = nameOf(draft, id)
  const isOver = () => {
    const each = getDraft(draft)?.attached.find((other) => other.id === id)
    return !each || each.media || each.file !== fileName || uploads.get().has(name) || session !== getSession()
  }
  if (!session || isOver()) return
  // Without a name, the page was closed before the file could be kept.
  const file =
    fileName === undefined
      ? undefined
      : await loadFiles()
          .then(({ findDraftFile }) => findDraftFile(memberKey(session), name))
          .catch(() => undefined)
  if (isOver()) return
  if (file) {
    await uploadFile({ draft, id, file, start })
    return
  }
  updateAttachment(draft, id, null, start)
  if (fileName !== undefined) notify(t`${fileName} is not on this device any more. Please add it again.`)
}

/** Resolves when the connection is back. Rejects when the upload is cancelled. */
function untilOnline(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = onConnectionChange(() => {
      if (getConnection() !== 'online') return
      stop()
      resolve()
    })
    signal.addEventListener('abort', () => {
      stop()
      reject(signal.reason)
    })
  })
}

/** The running uploads of a draft, by the id of what is attached. */
export function useDraftUploads(draft: string): (id: string) => DraftUpload | null {
  const running = useStore(uploads)
  return (id) => running.get(nameOf(draft, id)) ?? null
}

export function cancelUploads(): void {
  for (const { cancel } of uploads.get().values()) cancel()
}

// Deletes what is noted of unfinished uploads (uploads/upload.ts).
onSignOut(({ member, keepsUnsent }) => {
  if (!keepsUnsent) gone.add(member)
  try {
    const own = `${KEPT_NAMES.upload}${member}:`
    for (const key of Object.keys(localStorage)) if (key.startsWith(own)) localStorage.removeItem(key)
  } catch {
    // Storage is blocked, so nothing was stored.
  }
})
