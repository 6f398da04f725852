import { t } from '@lingui/core/macro'
import { ALT_MAX_LENGTH } from '@quack/contract/rules/limits'
import { isBlank, isPostable } from '@quack/contract/rules/text'
import { useEffect, useEffectEvent, useState } from 'react'
import { getConnection, useConnection } from '../../../data/api/connection.ts'
import { notify, reportFailure } from '../../../data/api/error-notifications.ts'
import { memberOfSession } from '../../../data/api/session.ts'
import { loadCode } from '../../../data/code/load-code.ts'
import { type DraftUpload, resumeDraft, uploadToDraft, useDraftUploads } from '../../../data/drafts/draft-uploads.ts'
import {
  type Attachment,
  attemptOf,
  clearDraft,
  type Draft,
  EMPTY_DRAFT,
  getDraft,
  updateAttachment,
  updateDraft,
  useDraft,
} from '../../../data/drafts/drafts.ts'
import type { PostFiles, PostInput, Written } from '../../../data/sending/writes.ts'
import { fileKind } from '../../../data/uploads/upload-options.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { mediaProblem, placeProblem } from './media-problem.ts'

/**
 * An upload tries again at once: a connection that comes back within this time must not change the form. In
 * milliseconds.
 */
const AWAY_MS = 1_000

export interface ComposerOptions {
  /** Forms with the same name share a draft. */
  draftName: string
  /** The initial content: empty, or the post to edit. */
  start?: Draft
  /** `files` are not uploaded yet, because there is no network. */
  send: (post: PostInput, idempotencyKey: string, more: { files: PostFiles; draft: Draft }) => Promise<Written>
  /** What a toast says when it was sent. Without it, none appears. */
  done?: string
  onSent?: () => void
}

/** What is attached to a form. */
export interface Attached extends Attachment {
  upload: DraftUpload | null
  /** Its file waits for the network. It can then be posted, and is uploaded later. */
  isKept: boolean
}

/** The state of a post form. The draft is kept on every failure. */
export function useComposer({ draftName, start = EMPTY_DRAFT, send, done, onSent }: ComposerOptions) {
  const draft = useDraft(draftName) ?? start
  const uploadOf = useDraftUploads(draftName)
  const connection = useConnection()
  const isAway = useLasts(connection === 'away', AWAY_MS)
  const attached = draft.attached.map((each): Attached => {
    const upload = uploadOf(each.id)
    const mayWait = connection === 'offline' || isAway || upload?.hasFailed === true
    return { ...each, upload, isKept: upload !== null && !upload.retry && mayWait }
  })
  const [isSending, setSending] = useState(false)
  /** Whether a file of this draft is still to be found on the device. */
  const isResuming = attached.some(({ media, upload }) => !media && upload === null)
  const resume = useEffectEvent((name: string) => void resumeDraft(name, start))
  useEffect(() => {
    if (isResuming) resume(draftName)
  }, [isResuming, draftName])
  const canSend =
    isPostable({ content: draft.content, mediaUrl: attached.length > 0 ? 'attached' : '' }) &&
    attached.every(({ media, isKept, alt }) => (media || isKept) && alt.length <= ALT_MAX_LENGTH)

  function change(part: Partial<Draft>): void {
    updateDraft(draftName, part, start)
  }

  /** Appends to the current draft, which may be newer than this render. */
  function append(text: string): void {
    change({ content: (getDraft(draftName) ?? start).content + text })
  }

  function attach(files: Iterable<File>): void {
    const problems = new Set<string>()
    for (const file of files) {
      const present = (getDraft(draftName) ?? start).attached
      const problem = mediaProblem(file) ?? placeProblem(fileKind(file), present)
      if (problem !== null) {
        problems.add(problem)
        continue
      }
      void uploadToDraft(draftName, file, start)
      void sayIfStill(file)
    }
    for (const problem of problems) notify(problem)
  }

  function describe(id: string, alt: string): void {
    updateAttachment(draftName, id, { alt }, start)
  }

  function remove({ id, upload }: Attached): void {
    if (upload) upload.cancel()
    else updateAttachment(draftName, id, null, start)
  }

  /** @returns whether it has the place now */
  function move(id: string, place: number): boolean {
    // It may be newer than this render.
    const { attached: present } = getDraft(draftName) ?? start
    const moved = present.find((each) => each.id === id)
    const next = present.filter((each) => each.id !== id)
    if (!moved || place < 0 || place > next.length) return false
    next.splice(place, 0, moved)
    if (next.some(({ media }, index) => index > 0 && /^https?:/i.test(media?.url ?? ''))) {
      notify(t`A picture of another site can only be the first.`)
      return false
    }
    change({ attached: next })
    return true
  }

  async function submit(): Promise<void> {
    if (!canSend || isSending) return
    setSending(true)
    const member = memberOfSession()
    try {
      const files = attached.map(({ upload, isKept }) => (isKept ? upload?.file : undefined))
      const { key, lang } = attemptOf(draftName, draft, await guessOf(draft, start))
      const written = await send(toPostInput({ ...draft, lang }, start), key, { files, draft })
      for (const { upload } of attached) upload?.leave()
      clearDraft(draftName, member)
      if (done) sayWritten(written, done)
      onSent?.()
    } catch (error) {
      reportFailure(error)
    } finally {
      setSending(false)
    }
  }

  return { draft, start, attached, isSending, canSend, change, append, attach, describe, remove, move, submit }
}

export type Composer = ReturnType<typeof useComposer>

/** The language of a new text of which the author has chosen none; undefined if it cannot be guessed. */
async function guessOf({ content, lang }: Draft, start: Draft): Promise<string | undefined> {
  if (lang !== undefined || isBlank(content) || content === start.content) return undefined
  const guess = await import('../../../data/languages/guess.ts').catch(() => null)
  return guess?.guessLanguage(content)
}

function toPostInput({ content, lang, attached, whoMayComment, quote, cover, poll }: Draft, start: Draft): PostInput {
  const [first, ...further] = attached.map(({ media, alt }) => ({ url: media?.url ?? '', alt }))
  return {
    content,
    ...(lang !== undefined && { lang }),
    mediaUrl: first?.url ?? '',
    type: attached[0]?.media?.type ?? '',
    alt: first?.alt ?? '',
    // Without them, an edit would keep those of the post.
    ...((further.length > 0 || start.attached.length > 1) && { furtherPictures: further }),
    ...(whoMayComment && { whoMayComment }),
    ...(quote && { quote: quote._id }),
    ...cover,
    // Otherwise, an edit leaves it as it is. One that has ended meanwhile can only be removed.
    ...(!(poll && start.poll?.ended) && JSON.stringify(poll) !== JSON.stringify(start.poll) && { poll: poll ?? null }),
  }
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
    toast.success(getConnection() === 'online' ? t`Waiting to be sent` : t`Waiting for the network`)
}

/** An animated PNG loses its animation, which the member should know before it is posted. */
export async function sayIfStill(file: File): Promise<void> {
  if (!/png$/i.test(file.type || file.name)) return
  try {
    const { isAnimatedPng } = await loadCode(() => import('../media/moves.ts'))
    if (await isAnimatedPng(file)) notify(t`An animated PNG is posted as a still picture. A GIF or WebP keeps moving.`)
  } catch {
    // Without a network, or if the file is gone. The upload tells of either.
  }
}
