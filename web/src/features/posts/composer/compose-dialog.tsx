import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { NEW_POST_DRAFT } from '../../../data/drafts/new-post.ts'
import { writePost } from '../../../data/sending/writes.ts'
import { paths } from '../../../paths.ts'
import { Dialog, type DialogState } from '../../../ui/popup/dialog.tsx'
import { ViewerAvatar } from '../../members/viewer-avatar.tsx'
import { endQuote } from './begin-quote.ts'
import { PostForm } from './post-form.tsx'
import { SharedFiles } from './shared-files.tsx'
import { useComposer } from './use-composer.ts'

// In this file's chunk, because only the dialog uses them.
export { beginQuote } from './begin-quote.ts'
export { fillFromShared } from './shared-files.tsx'

/** The New Post dialog, available on every screen for members. */
export function ComposeDialog(dialog: DialogState) {
  const text = useRef<HTMLTextAreaElement>(null)
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const composer = useComposer({
    draftName: NEW_POST_DRAFT,
    send: (post, key, { files, draft }) => writePost(post, key, files, draft.quote),
    done: 'Posted',
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
    <Dialog {...dialog} onOpenChange={onOpenChange} title="New Post" initialFocus={text}>
      <SharedFiles onAttach={composer.attach} />
      <div className="flex gap-3 p-4">
        <ViewerAvatar />
        <PostForm composer={composer} isNew isTall hasCommentRule textAreaRef={text} />
      </div>
    </Dialog>
  )
}
