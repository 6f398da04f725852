import { EMPTY_DRAFT, useDraft } from '../../data/drafts/drafts.ts'
import type { LivePost } from '../../data/posts/posts.ts'
import { ReplyForm } from './reply-form.tsx'
import { useMayComment } from './use-may-comment.ts'

/**
 * The form for a new comment. A viewer who may not comment sees who may instead, and also the form while it has text: the
 * author may have changed the rule while the viewer was writing.
 */
export function ReplyArea({ post }: { post: LivePost }) {
  const mayComment = useMayComment(post)
  const { content } = useDraft(`reply:${post._id}`) ?? EMPTY_DRAFT
  return (
    <>
      {!mayComment && <p className="wrap-anywhere pb-2 text-meta text-muted">{explain(post)}</p>}
      {(mayComment || content !== '') && <ReplyForm postId={post._id} />}
    </>
  )
}

function explain({ whoMayComment, username }: LivePost): string {
  if (whoMayComment === 'followed') return `Only people whom @${username} follows can comment.`
  if (whoMayComment === 'mentioned') return 'Only people whom this post mentions can comment.'
  return `Only @${username} can comment.`
}
