import { t } from '@lingui/core/macro'
import { NEW_POST_DRAFT } from '../../../data/drafts/drafts.ts'
import { loadWrites } from '../../../data/sending/load-writes.ts'
import { ViewerAvatar } from '../../members/viewer-avatar.tsx'
import { PostForm } from './post-form.tsx'
import { useComposer } from './use-composer.ts'

/** The form for a new post on Home. It shares its draft with the New Post dialog. */
export function Composer() {
  const composer = useComposer({
    draftName: NEW_POST_DRAFT,
    send: async (post, key, { files, draft }) => (await loadWrites()).writePost(post, key, files, draft.quote),
    done: t({ message: 'Posted', comment: 'The post was sent' }),
  })
  return (
    <div className="flex gap-3 border-b px-4 py-3">
      <ViewerAvatar />
      <PostForm composer={composer} isNew hasCommentRule />
    </div>
  )
}
