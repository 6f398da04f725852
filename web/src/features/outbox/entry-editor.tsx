import { t } from '@lingui/core/macro'
import { isCommentable } from '@quack/contract/rules/text'
import { useMemo, useRef, useState } from 'react'
import { succeeds } from '../../data/api/error-notifications.ts'
import { clearDraft, type Draft } from '../../data/drafts/drafts.ts'
import { withFiles } from '../../data/offline/entry-files.ts'
import type { WritingEntry } from '../../data/offline/outbox-entry.ts'
import { picturesOf } from '../../data/posts/media.ts'
import { withCover } from '../../data/sending/post-sends.ts'
import { reviseEntry } from '../../data/sending/run-outbox.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog, type DialogState } from '../../ui/popup/dialog.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { lengthProblem } from '../comments/length-problem.ts'
import { MentionArea } from '../mentions/mention-area.tsx'
import { PostForm } from '../posts/composer/post-form.tsx'
import { useComposer } from '../posts/composer/use-composer.ts'
import { QuotedPost } from '../posts/quote/quote-card.tsx'
import { shownBody } from './file-urls.ts'
import { quotedIn } from './words.ts'

interface EntryEditorProps<Entry extends WritingEntry> extends DialogState {
  entry: Entry
}

const sayTooLate = () => toast.error(t`It has been sent meanwhile. Please edit it where it is shown.`)

/** Edits what waits. While the dialog is open, this tab does not send the entry. */
export function EntryEditor({ entry, ...dialog }: EntryEditorProps<WritingEntry>) {
  if (entry.kind === 'post' || entry.kind === 'editPost') return <PostEditor entry={entry} {...dialog} />
  if (entry.kind === 'comment' || entry.kind === 'editComment') return <CommentEditor entry={entry} {...dialog} />
  return null
}

function PostEditor({ entry, ...dialog }: EntryEditorProps<WritingEntry<'post' | 'editPost'>>) {
  const text = useRef<HTMLTextAreaElement>(null)
  const draftName = `waiting:${entry.id}`
  const start = useMemo((): Draft => {
    const { content, type, warning, sensitive, ...media } = shownBody(entry)
    const { lang, whoMayComment, poll } = entry.body
    const attached = picturesOf({ ...media, media: null }).flatMap(({ url, alt }, place) =>
      type === '' ? [] : [{ id: `post ${place}`, type, alt, media: { url, type } }],
    )
    return {
      content,
      lang,
      whoMayComment,
      attached,
      ...((warning || sensitive) && { cover: { warning, sensitive } }),
      quote: quotedIn(entry),
      ...(poll && { poll }),
    }
  }, [entry])
  const composer = useComposer({
    draftName,
    start,
    async send(form, _, { files }) {
      const { firstName, lastName, poll } = entry.body
      // The form has a poll only if it has changed it.
      const body = { poll, ...withCover(form, start), firstName, lastName }
      if (!(await reviseEntry(entry, { body, ...withFiles(files) }))) sayTooLate()
      return 'waiting'
    },
    onSent: () => dialog.onOpenChange(false),
  })
  return (
    <Dialog
      {...dialog}
      onClosed={() => {
        for (const { upload } of composer.attached) upload?.cancel()
        clearDraft(draftName)
        dialog.onClosed?.()
      }}
      title={t`Edit waiting post`}
      initialFocus={text}
    >
      <div className="p-4">
        <PostForm
          composer={composer}
          isTall
          hasCommentRule={entry.kind === 'post'}
          quote={entry.kind === 'editPost' && start.quote ? <QuotedPost post={start.quote} /> : undefined}
          textAreaRef={text}
        />
      </div>
    </Dialog>
  )
}

function CommentEditor({ entry, ...dialog }: EntryEditorProps<WritingEntry<'comment' | 'editComment'>>) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(entry.body.text)
  async function save() {
    const change = { body: { ...entry.body, text } } as Parameters<typeof reviseEntry>[1]
    const isDone = await succeeds(async () => {
      if (!(await reviseEntry(entry, change))) sayTooLate()
    })
    if (isDone) dialog.onOpenChange(false)
  }
  return (
    <Dialog
      {...dialog}
      title={t`Edit waiting comment`}
      size="small"
      initialFocus={area}
      footer={
        <div className="flex justify-end">
          <Button disabled={!isCommentable(text)} onClick={() => void save()}>
            {t({ message: 'Update', context: 'verb' })}
          </Button>
        </div>
      }
    >
      <div className="p-4">
        <MentionArea
          ref={area}
          label={t({ message: 'Comment', context: 'noun' })}
          rows={3}
          value={text}
          onChange={(event) => setText(event.target.value)}
          error={lengthProblem(text)}
        />
      </div>
    </Dialog>
  )
}
