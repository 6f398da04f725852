import { t } from '@lingui/core/macro'
import { isCommentable } from '@quack/contract/rules/text'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { reportFailure } from '../../data/api/error-notifications.ts'
import { memberOfSession } from '../../data/api/session.ts'
import type { LiveComment } from '../../data/comments/comments.ts'
import { clearDraft, updateDraft, useDraft } from '../../data/drafts/drafts.ts'
import { loadWrites } from '../../data/sending/load-writes.ts'
import { Button } from '../../ui/button/button.tsx'
import { isAlone, isSendKey, keyOf } from '../../ui/keys.ts'
import { MentionArea } from '../mentions/mention-area.tsx'
import { lengthProblem } from './length-problem.ts'

interface CommentEditFormProps {
  postId: string
  comment: LiveComment
  onEnd: () => void
}

/** The draft survives a reload, a failure and Escape. Cancel discards it. */
export function CommentEditForm({ postId, comment, onEnd }: CommentEditFormProps) {
  const draftName = `comment:${comment._id}`
  const draft = useDraft(draftName)
  const text = draft?.content ?? comment.text
  const before = draft?.basedOn?.content ?? comment.text
  const [isSending, setSending] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const canSend = isCommentable(text)

  useEffect(() => {
    // Deferred: the closing menu returns the focus to its button first.
    const frame = requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(area.current.value.length, area.current.value.length)
    })
    return () => cancelAnimationFrame(frame)
  }, [])

  async function send() {
    if (!canSend || isSending) return
    setSending(true)
    const member = memberOfSession()
    try {
      const { changeComment } = await loadWrites()
      await changeComment(postId, comment._id, text, before)
      clearDraft(draftName, member)
      onEnd()
    } catch (error) {
      reportFailure(error)
      setSending(false)
    }
  }
  function discard() {
    clearDraft(draftName)
    onEnd()
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void send()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isSendKey(event.nativeEvent)) void send()
    if (keyOf(event.nativeEvent) === 'Escape' && isAlone(event.nativeEvent)) onEnd()
  }

  return (
    <form onSubmit={onSubmit} aria-label={t`Edit comment`} className="space-y-2 pt-1 pb-2">
      <MentionArea
        ref={area}
        label={t({ message: 'Comment', context: 'noun' })}
        rows={2}
        value={text}
        readOnly={isSending}
        onChange={(event) =>
          updateDraft(
            draftName,
            { content: event.target.value, below: postId },
            { content: before, attached: [], basedOn: { content: before, mediaUrl: '', alt: '' } },
          )
        }
        onKeyDown={onKeyDown}
        error={lengthProblem(text)}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" size="small" onClick={discard}>
          {t`Cancel`}
        </Button>
        <Button type="submit" size="small" disabled={!canSend} loading={isSending}>
          {t({ message: 'Update', context: 'verb' })}
        </Button>
      </div>
    </form>
  )
}
