import { useMemo, useRef } from 'react'
import { clearDraft, type Draft } from '../../../data/drafts/drafts.ts'
import type { LivePost } from '../../../data/posts/posts.ts'
import { changePost } from '../../../data/sending/writes.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog, type DialogState } from '../../../ui/popup/dialog.tsx'
import { PostForm } from './post-form.tsx'
import { useComposer } from './use-composer.ts'

interface EditDialogProps extends DialogState {
  post: LivePost
}

/** The Edit Post dialog. Closing it keeps the changes as a draft. Discard deletes them. */
export function EditDialog({ post, ...dialog }: EditDialogProps) {
  const text = useRef<HTMLTextAreaElement>(null)
  const draftName = `edit:${post._id}`
  const start = useMemo(() => toDraft(post), [post])
  const composer = useComposer({
    draftName,
    start,
    send: (form, _, { file, draft }) => changePost({ ...post, ...draft.basedOn }, form, file),
    done: 'Post updated',
    onSent: () => dialog.onOpenChange(false),
  })
  const isChanged =
    composer.draft.content !== start.content ||
    composer.draft.media?.url !== start.media?.url ||
    (composer.draft.alt ?? '') !== (start.alt ?? '')
  const discard = (
    <Button
      variant="ghost"
      size="small"
      onClick={() => {
        composer.upload?.cancel()
        clearDraft(draftName)
        dialog.onOpenChange(false)
      }}
    >
      Discard
    </Button>
  )
  return (
    <Dialog {...dialog} title="Edit Post" initialFocus={text} action={isChanged ? discard : undefined}>
      <div className="p-4">
        <PostForm composer={composer} isTall textAreaRef={text} />
      </div>
    </Dialog>
  )
}

function toDraft({ content, mediaUrl, type, alt, media }: LivePost): Draft {
  const basedOn = { content, mediaUrl, alt }
  if (mediaUrl === '') return { content, basedOn, media: null }
  return { content, basedOn, alt, media: { url: mediaUrl, type: type === 'image' ? 'image' : 'video', ...media } }
}
