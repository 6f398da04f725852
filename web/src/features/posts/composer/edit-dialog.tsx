import { useMemo, useRef } from 'react'
import { clearDraft, type Draft } from '../../../data/drafts/drafts.ts'
import type { LivePost } from '../../../data/posts/posts.ts'
import { changePost } from '../../../data/sending/writes.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/popup/dialog.tsx'
import { PostForm } from './post-form.tsx'
import { useComposer } from './use-composer.ts'

interface EditDialogProps {
  post: LivePost
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The Edit Post dialog. Closing it keeps the changes as a draft. Discard deletes them. */
export function EditDialog({ post, open, onOpenChange }: EditDialogProps) {
  const text = useRef<HTMLTextAreaElement>(null)
  const draftName = `edit:${post._id}`
  const start = useMemo(() => toDraft(post), [post])
  const composer = useComposer({
    draftName,
    start,
    send: (form, _, { file, draft }) => changePost({ ...post, ...draft.basedOn }, form, file),
    done: 'Post updated',
    onSent: () => onOpenChange(false),
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
        onOpenChange(false)
      }}
    >
      Discard
    </Button>
  )
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Edit Post"
      initialFocus={text}
      action={isChanged ? discard : undefined}
    >
      <div className="p-4">
        <PostForm
          composer={composer}
          submitLabel="Update"
          label="Post text"
          placeholder="What is happening?"
          isTall
          textAreaRef={text}
        />
      </div>
    </Dialog>
  )
}

function toDraft({ content, mediaUrl, type, alt, media }: LivePost): Draft {
  const basedOn = { content, mediaUrl, alt }
  if (mediaUrl === '') return { content, basedOn, media: null }
  return { content, basedOn, alt, media: { url: mediaUrl, type: type === 'image' ? 'image' : 'video', ...media } }
}
