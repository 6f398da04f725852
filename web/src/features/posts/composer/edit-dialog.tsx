import { t } from '@lingui/core/macro'
import { EDIT_GRACE_MS } from '@quack/contract/rules/limits'
import { useMemo, useRef } from 'react'
import { type Attachment, clearDraft, type Draft, type DraftPoll } from '../../../data/drafts/drafts.ts'
import type { PostVersion } from '../../../data/offline/outbox-entry.ts'
import { picturesOf } from '../../../data/posts/media.ts'
import type { LivePost } from '../../../data/posts/posts.ts'
import { basisOfCover, basisOfPoll, changePost, coverOf, withCover } from '../../../data/sending/writes.ts'
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
    send: (form, _, { files, draft }) =>
      changePost(post._id, { ...basisOf(post), ...draft.basedOn }, withCover(form, start), files),
    done: t`Post updated`,
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
      {t`Discard`}
    </Button>
  )
  return (
    <Dialog {...dialog} title={t`Edit Post`} initialFocus={text} action={isChanged ? discard : undefined}>
      <div className="p-4">
        {post.warnedBy && <p className="mb-2 text-meta text-muted">{t`A moderator has put a warning on this post.`}</p>}
        {Date.now() - Date.parse(post.createdAt) >= EDIT_GRACE_MS && (
          <p className="mb-2 text-meta text-muted">{t`Its readers can see what it said before, pictures too.`}</p>
        )}
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

const lookOf = ({ content, lang, attached, cover, poll }: Draft): string =>
  JSON.stringify([content, lang, cover, poll, attached.map(({ id, media, alt }) => [media?.url ?? id, alt])])

function basisOf({ content, lang, mediaUrl, alt, furtherPictures = [], ...post }: LivePost): PostVersion {
  const further = furtherPictures.map((each) => ({ url: each.url, alt: each.alt }))
  const rest = { ...basisOfCover(post), ...basisOfPoll(post.poll) }
  return { content, lang: lang ?? '', mediaUrl, alt, furtherPictures: further, ...rest }
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
  // A moderator's warning stays, whatever the author says.
  const hasCover = !post.warnedBy && (post.warning || post.sensitive)
  return {
    content: post.content,
    lang: post.lang || undefined,
    basedOn: basisOf(post),
    attached,
    ...(hasCover && { cover: coverOf(post) }),
    ...(post.poll && { poll: pollOf(post.poll) }),
  }
}

function pollOf({ options, multiple, mayChange, showResults, ended }: NonNullable<LivePost['poll']>): DraftPoll {
  return { options, multiple, mayChange, showResults, ended }
}
