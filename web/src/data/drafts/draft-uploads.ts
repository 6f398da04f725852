import { useStore } from '../../store.ts'
import { isAbort, NetworkError } from '../api/api-errors.ts'
import { getConnection, onConnectionChange } from '../api/connection.ts'
import { notify, reportFailure } from '../api/error-notifications.ts'
import { KEPT_NAMES, memberKey } from '../api/member-key.ts'
import { createMemberStore } from '../api/member-state.ts'
import { getSession, onSessionChange, onSignOut, type Session } from '../api/session.ts'
import { loadCode } from '../code/load-code.ts'
import { LEFT } from '../uploads/upload-options.ts'
import { type Draft, getDraft, updateDraft } from './drafts.ts'

/** An upload belongs to its draft, not to the form: it continues when the form is closed. */
export interface DraftUpload {
  file: File
  fileName: string
  percent: number
  /** The network has failed. The upload begins again when it is back. */
  hasFailed: boolean
  cancel: () => void
  /** Stops without deleting what has arrived: somebody else goes on with it. */
  leave: () => void
}

/** The running uploads, by the name of their draft. */
const uploads = createMemberStore<ReadonlyMap<string, DraftUpload>>(new Map())

function show(name: string, state: DraftUpload | null): void {
  const next = new Map(uploads.get())
  if (state) next.set(name, state)
  else next.delete(name)
  uploads.set(next)
}

const loadFiles = () => loadCode(() => import('./draft-files.ts'))

/**
 * Uploads a file into a draft, which is created from `start` if there is none. Cancels the draft's running upload. If the
 * network fails, the file is kept, also when the page is closed, and uploaded when it is back.
 */
export async function uploadToDraft(
  name: string,
  file: File,
  start?: Draft,
  { isKept = false }: { isKept?: boolean } = {},
): Promise<void> {
  const session = getSession()
  uploads.get().get(name)?.cancel()
  if (session && !isKept) dropFile(name, session, start)
  if (!isKept && getDraft(name)?.alt) updateDraft(name, { alt: '' }, start)
  const abort = new AbortController()
  const end = (reason?: unknown) => {
    abort.abort(reason)
    if (!isCurrent()) return
    show(name, null)
    // An expired session keeps its drafts.
    if (session && session === getSession()) dropFile(name, session, start)
  }
  const state = { file, fileName: file.name, percent: 0, hasFailed: false }
  // The file waits on this device for its member's next log-in.
  const stop = onSessionChange(() => {
    if (abort.signal.aborted) return
    end(LEFT)
    if (session && !session.isShared) void putAside(name, file, session, start)
  })
  const controls = { cancel: () => end(), leave: () => end(LEFT) }
  const isCurrent = () => uploads.get().get(name)?.cancel === controls.cancel
  const run = async () => {
    const percent = uploads.get().get(name)?.percent ?? 0
    show(name, { ...state, ...controls, percent })
    const { upload } = await loadCode(() => import('../uploads/upload.ts'))
    const media = await upload(file, {
      signal: abort.signal,
      onProgress: (arrived) => isCurrent() && show(name, { ...state, ...controls, percent: arrived }),
    })
    if (!isCurrent()) return
    updateDraft(name, { media }, start)
    if (session) dropFile(name, session, start)
  }
  const keep = async () => {
    if (!session || getDraft(name)?.file === file.name) return
    try {
      const { keepDraftFile, dropDraftFile } = await loadFiles()
      await keepDraftFile(memberKey(session), name, file)
      if (isCurrent()) updateDraft(name, { file: file.name }, start)
      else if (getDraft(name)?.file === undefined) await dropDraftFile(memberKey(session), name)
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
        if (!(error instanceof NetworkError)) throw error
      }
      if (!isCurrent()) return
      show(name, { ...state, ...controls, hasFailed: true })
      void keep()
      await untilOnline(abort.signal)
    }
  } catch (error) {
    if (!isAbort(error) && error !== LEFT) reportFailure(error)
  } finally {
    stop()
    if (isCurrent()) show(name, null)
  }
}

/** Members who are gone, of whom nothing is kept any more. */
const gone = new Set<string>()

async function putAside(name: string, file: File, session: Session, start?: Draft): Promise<void> {
  const member = memberKey(session)
  try {
    const { keepDraftFile } = await loadFiles()
    if (gone.has(member)) return
    await keepDraftFile(member, name, file)
    updateDraft(name, { file: file.name }, start, member)
  } catch {
    // Without storage, the draft has lost its file.
  }
}

/** The draft has the file's address now, or the member wants it no more. */
function dropFile(name: string, session: Session, start?: Draft): void {
  if (getDraft(name)?.file === undefined) return
  updateDraft(name, { file: undefined }, start)
  loadFiles()
    .then(({ dropDraftFile }) => dropDraftFile(memberKey(session), name))
    .catch(() => undefined)
}

/** Goes on with a file that the draft had when the page was closed. */
export async function resumeDraft(name: string, start?: Draft): Promise<void> {
  const session = getSession()
  const fileName = getDraft(name)?.file
  if (!session || fileName === undefined || uploads.get().has(name)) return
  const file = await loadFiles()
    .then(({ findDraftFile }) => findDraftFile(memberKey(session), name))
    .catch(() => undefined)
  if (uploads.get().has(name) || getDraft(name)?.file !== fileName || session !== getSession()) return
  if (file) {
    await uploadToDraft(name, file, start, { isKept: true })
    return
  }
  updateDraft(name, { file: undefined }, start)
  notify(`${fileName} is not on this device any more. Please add it again.`)
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

export function useDraftUpload(name: string): DraftUpload | null {
  return useStore(uploads, (running) => running.get(name) ?? null)
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
