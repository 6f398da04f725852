import { t } from '@lingui/core/macro'
import { isCommentable } from '@quack/contract/rules/text'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isRefusal, messageOf } from '../../data/api/api-errors.ts'
import { reportFailure } from '../../data/api/error-notifications.ts'
import { memberOfSession } from '../../data/api/session.ts'
import { attemptKey, clearDraft, EMPTY_DRAFT, updateDraft, useDraft } from '../../data/drafts/drafts.ts'
import { usePost } from '../../data/posts/posts.ts'
import { loadWrites } from '../../data/sending/load-writes.ts'
import { Button } from '../../ui/button/button.tsx'
import { isAlone, isSendKey, keyed, keyOf } from '../../ui/keys.ts'
import { ViewerAvatar } from '../members/viewer-avatar.tsx'
import { MentionArea } from '../mentions/mention-area.tsx'
import { lengthProblem } from './length-problem.ts'

interface ReplyFormProps {
  postId: string
  /** The comment that it answers. */
  answering?: AnsweredComment
}

export interface AnsweredComment {
  id: string
  /** Its author. */
  name: string
  /** Called when the answer is written, and on Escape. */
  onEnd: () => void
}

/** The form for a new comment. Its draft is kept until it is sent, or in the outbox. */
export function ReplyForm({ postId, answering }: ReplyFormProps) {
  const draftName = answering ? `answer:${answering.id}` : `reply:${postId}`
  const draft = useDraft(draftName) ?? EMPTY_DRAFT
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const isHidden = usePost(postId)?.hidden
  const canSend = isCommentable(draft.content) && !isHidden
  const area = useRef<HTMLTextAreaElement>(null)
  const isAnswer = answering !== undefined

  useEffect(() => {
    if (!isAnswer) return
    area.current?.focus()
    area.current?.setSelectionRange(area.current.value.length, area.current.value.length)
  }, [isAnswer])

  async function send() {
    if (!canSend || isSending) return
    setSending(true)
    setRefusal(undefined)
    const member = memberOfSession()
    try {
      const key = attemptKey(draftName, draft)
      const { writeComment } = await loadWrites()
      await writeComment(postId, draft.content, key, answering?.id)
      clearDraft(draftName, member)
      answering?.onEnd()
    } catch (error) {
      if (isRefusal(error, 'commentsClosed')) setRefusal(messageOf(error))
      else reportFailure(error)
    } finally {
      setSending(false)
    }
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void send()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isSendKey(event.nativeEvent)) void send()
    if (keyOf(event.nativeEvent) !== 'Escape' || !isAlone(event.nativeEvent)) return
    if (answering) answering.onEnd()
    // Back to the post, if a key led here from it.
    else event.currentTarget.closest('article')?.focus()
  }

  return (
    <form
      onSubmit={onSubmit}
      aria-label={answering ? t`Answer to ${{ name: answering.name }}` : t({ message: 'Reply', context: 'noun' })}
      className="flex flex-wrap items-start gap-x-3 gap-y-2 pb-2"
    >
      {!answering && <ViewerAvatar size={32} />}
      <div className="min-w-24 flex-1">
        <MentionArea
          ref={area}
          label={answering ? t`Your answer` : t`Your reply`}
          placeholder={answering ? t`Quack your answer!` : t`Quack your reply!`}
          rows={1}
          {...keyed('r')}
          value={draft.content}
          readOnly={isSending}
          onChange={(event) => {
            setRefusal(undefined)
            updateDraft(draftName, { content: event.target.value, below: postId })
          }}
          onKeyDown={onKeyDown}
          error={
            isHidden
              ? t`A moderator has hidden this post. Only you can see it.`
              : (lengthProblem(draft.content) ?? refusal)
          }
        />
      </div>
      <Button type="submit" disabled={!canSend} loading={isSending} className="ms-auto mt-0.5">
        {answering ? t({ message: 'Answer', context: 'verb' }) : t({ message: 'Reply', context: 'verb' })}
      </Button>
    </form>
  )
}
