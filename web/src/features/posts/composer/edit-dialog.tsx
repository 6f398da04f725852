import { useMemo, useRef } from 'react'
import { type Attachment, clearDraft, type Draft } from '../../../data/drafts/drafts.ts'
import type { PostVersion } from '../../../data/offline/outbox-entry.ts'
import { picturesOf } from '../../../data/posts/pictures-of.ts'
import type { LivePost } from '../../../data/posts/posts.ts'
import { changePost } from '../../../data/sending/writes.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog, type DialogState } from '../../../ui/popup/dialog.tsx'
import { QuoteCard } from '../quote/quote-card.tsx'
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
    send: (form, _, { files, draft }) => changePost(post._id, { ...basisOf(post), ...draft.basedOn }, form, files),
    done: 'Post updated',
    onSent: () => dialog.onOpenChange(false),
  })
  const isChanged = lookOf(composer.draft) !== lookOf(start)
  const discard = (
    <Button
      variant="ghost"
      size="small"
      onClick={() => {
        for (const { upload } of composer.attached) upload?.cancel()
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
        <PostForm
          composer={composer}
          isTall
          quote={post.quote && <QuoteCard quote={post.quote} />}
          textAreaRef={text}
        />
      </div>
    </Dialog>
  )
}

const lookOf = ({ content, attached }: Draft): string =>
  JSON.stringify([content, attached.map(({ id, media, alt }) => [media?.url ?? id, alt])])

function basisOf({ content, mediaUrl, alt, furtherPictures = [] }: LivePost): PostVersion {
  return { content, mediaUrl, alt, furtherPictures: furtherPictures.map((each) => ({ url: each.url, alt: each.alt })) }
}

function toDraft(post: LivePost): Draft {
  const type = post.type === 'image' ? 'image' : 'video'
  const attached = picturesOf(post).map(
    ({ url, alt, media }, place): Attachment => ({
      id: `post ${place}`,
      type,
      alt,
      media: { url, type, ...media },
    }),
  )
  return { content: post.content, basedOn: basisOf(post), attached }
}
