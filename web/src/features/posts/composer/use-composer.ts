import { ALT_MAX_LENGTH } from '@quack/contract/rules/limits'
import { isPostable } from '@quack/contract/rules/text'
import { useEffect, useEffectEvent, useState } from 'react'
import { getConnection, useConnection } from '../../../data/api/connection.ts'
import { notify, reportFailure } from '../../../data/api/error-notifications.ts'
import { memberOfSession } from '../../../data/api/session.ts'
import { resumeDraft, uploadToDraft, useDraftUpload } from '../../../data/drafts/draft-uploads.ts'
import {
  attemptKey,
  clearDraft,
  type Draft,
  EMPTY_DRAFT,
  getDraft,
  updateDraft,
  useDraft,
} from '../../../data/drafts/drafts.ts'
import type { PostInput, Written } from '../../../data/sending/writes.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { mediaProblem } from './media-problem.ts'
import { sayIfStill } from './say-if-still.ts'

/** The name of the draft of a new post. The form on Home and the dialog share it. */
export const NEW_POST_DRAFT = 'post'

/** An upload tries again at once: a connection that comes back within this time must not change the form. In milliseconds. */
const AWAY_MS = 1_000

export interface ComposerOptions {
  /** Forms with the same name share a draft. */
  draftName: string
  /** The initial content: empty, or the post to edit. */
  start?: Draft
  /** `file`: it is not uploaded yet, because there is no network. */
  send: (post: PostInput, idempotencyKey: string, more: { file?: File | undefined; draft: Draft }) => Promise<Written>
  /** What a toast says when it was sent. Without it, none appears. */
  done?: string
  onSent?: () => void
}

/** The state of a post form. The draft is kept on every failure. */
export function useComposer({ draftName, start = EMPTY_DRAFT, send, done, onSent }: ComposerOptions) {
  const draft = useDraft(draftName) ?? start
  const upload = useDraftUpload(draftName)
  const connection = useConnection()
  const isAway = useLasts(connection === 'away', AWAY_MS)
  /** Whether the file waits for the network. It can then be posted, and is uploaded later. */
  const isKept = upload !== null && (connection === 'offline' || isAway || upload.hasFailed)
  const [isSending, setSending] = useState(false)
  /** Whether a file of this draft is still to be found on the device. */
  const isResuming = draft.file !== undefined && upload === null
  const resume = useEffectEvent((name: string) => void resumeDraft(name, start))
  useEffect(() => {
    if (isResuming) resume(draftName)
  }, [isResuming, draftName])
  const canSend =
    isPostable({ content: draft.content, mediaUrl: isKept ? upload.fileName : (draft.media?.url ?? '') }) &&
    !isResuming &&
    (upload === null || isKept) &&
    (draft.alt ?? '').length <= ALT_MAX_LENGTH

  function change(part: Partial<Draft>): void {
    updateDraft(draftName, part, start)
  }

  /** Appends to the current draft, which may be newer than this render. */
  function append(text: string): void {
    change({ content: (getDraft(draftName) ?? start).content + text })
  }

  function attach(files: Iterable<File>): void {
    const [file, ...others] = files
    if (!file) return
    if (others.length > 0) notify('A post has one picture or video: the first one is attached.')
    const problem = mediaProblem(file)
    if (problem !== null) {
      notify(problem)
      return
    }
    void uploadToDraft(draftName, file, start)
    void sayIfStill(file)
  }

  async function submit(): Promise<void> {
    if (!canSend || isSending) return
    setSending(true)
    const member = memberOfSession()
    try {
      const file = isKept ? upload.file : undefined
      const post = toPostInput(file ? { ...draft, media: null } : draft)
      const written = await send(post, attemptKey(draftName, draft), { file, draft })
      upload?.leave()
      clearDraft(draftName, member)
      if (done) sayWritten(written, done)
      onSent?.()
    } catch (error) {
      reportFailure(error)
    } finally {
      setSending(false)
    }
  }

  return { draft, upload, isKept, isSending, canSend, change, append, attach, submit }
}

export type Composer = ReturnType<typeof useComposer>

function toPostInput({ content, media, alt = '', whoMayComment }: Draft): PostInput {
  return { content, mediaUrl: media?.url ?? '', type: media?.type ?? '', alt, ...(whoMayComment && { whoMayComment }) }
}

/** Whether something has been true for some time, or since the component was mounted. @param ms that time */
function useLasts(isTrue: boolean, ms: number): boolean {
  const [hasLasted, setLasted] = useState(isTrue)
  useEffect(() => {
    if (!isTrue) return setLasted(false)
    const timer = setTimeout(() => setLasted(true), ms)
    return () => clearTimeout(timer)
  }, [isTrue, ms])
  return isTrue && hasLasted
}

/** Tells that a write was sent, or that it waits. Of a conflict, data/sending/writes.ts tells. */
function sayWritten(written: Written, done: string): void {
  if (written === 'sent') toast.success(done)
  else if (written === 'waiting')
    toast.success(getConnection() === 'online' ? 'Waiting to be sent' : 'Waiting for the network')
}
