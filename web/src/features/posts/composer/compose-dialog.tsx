import { t } from '@lingui/core/macro'
import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type Draft, EMPTY_DRAFT, getDraft, NEW_POST_DRAFT, updateDraft } from '../../../data/drafts/drafts.ts'
import type { Quoted } from '../../../data/offline/quoted.ts'
import { writePost } from '../../../data/sending/writes.ts'
import { paths } from '../../../paths.ts'
import { Dialog, type DialogState } from '../../../ui/popup/dialog.tsx'
import { ViewerAvatar } from '../../members/viewer-avatar.tsx'
import { PostForm } from './post-form.tsx'
import { SharedFiles } from './shared-files.tsx'
import { useComposer } from './use-composer.ts'

// In the chunk of the dialog, because only it uses them.
export { fillFromShared } from './shared-files.tsx'

/** The New Post dialog, available on every screen for members. */
export function ComposeDialog(dialog: DialogState) {
  const text = useRef<HTMLTextAreaElement>(null)
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const composer = useComposer({
    draftName: NEW_POST_DRAFT,
    send: (post, key, { files, draft }) => writePost(post, key, files, draft.quote),
    done: t({ message: 'Posted', comment: 'The post was sent' }),
    onSent: () => {
      dialog.onOpenChange(false)
      // Shows it, at the top.
      if (pathname === paths.home) void navigate(paths.home, { replace: search === '' })
    },
  })
  function onOpenChange(open: boolean) {
    endQuote()
    dialog.onOpenChange(open)
  }
  return (
    <Dialog {...dialog} onOpenChange={onOpenChange} title={t`New Post`} initialFocus={text}>
      <SharedFiles onAttach={composer.attach} />
      <div className="flex gap-3 p-4">
        <ViewerAvatar />
        <PostForm composer={composer} isNew isTall hasCommentRule textAreaRef={text} />
      </div>
    </Dialog>
  )
}

/** What the dialog was opened to quote, and the draft before that. */
let begun: { quote: Quoted; before: Draft } | null = null

/** Puts a post that is to be quoted into the draft of a new post, in place of another one that it quotes. */
export function beginQuote(quote: Quoted): void {
  begun = { quote, before: getDraft(NEW_POST_DRAFT) ?? EMPTY_DRAFT }
  updateDraft(NEW_POST_DRAFT, { quote })
}

/** The dialog is closed: nothing that the member has not written for a quote keeps it. */
function endQuote(): void {
  const draft = getDraft(NEW_POST_DRAFT)
  const { quote, before } = begun ?? {}
  begun = null
  if (!draft?.quote) return
  if (lookOf(draft) === lookOf(EMPTY_DRAFT)) updateDraft(NEW_POST_DRAFT, { quote: undefined })
  else if (before && draft.quote._id === quote?._id && lookOf(draft) === lookOf(before))
    updateDraft(NEW_POST_DRAFT, { quote: before.quote })
}

const lookOf = ({ content, attached, cover }: Draft): string =>
  JSON.stringify([content, cover, attached.map(({ id, alt }) => [id, alt])])
