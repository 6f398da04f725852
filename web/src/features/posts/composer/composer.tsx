import { createPost } from '../../../data/post-writes.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { ViewerAvatar } from '../../members/viewer-avatar.tsx'
import { NEW_POST_DRAFT } from './new-post.ts'
import { PostForm } from './post-form.tsx'
import { useComposer } from './use-composer.ts'

/** The form for a new post on Home. It shares its draft with the New Post dialog. */
export function Composer() {
  const composer = useComposer({
    draftName: NEW_POST_DRAFT,
    send: createPost,
    onSent: () => toast.success('Posted'),
  })
  return (
    <div className="flex gap-3 border-b px-4 py-3">
      <ViewerAvatar />
      <PostForm
        composer={composer}
        submitLabel="Post"
        label="New post"
        placeholder="What is happening?"
        hasCommentRule
      />
    </div>
  )
}
