import { t } from '@lingui/core/macro'
import { commentAnchor } from '@quack/contract/rules/page-paths'
import { Navigate, useParams } from 'react-router'
import { messageOf } from '../../data/api/api-errors.ts'
import { countHidden } from '../../data/cache/key-pages.ts'
import { oldestCopy } from '../../data/cache/query-client.ts'
import { moreOf } from '../../data/cache/use-key-list.ts'
import { useCode } from '../../data/code/use-on-demand.ts'
import { EMPTY_DRAFT, useDraft } from '../../data/drafts/drafts.ts'
import { useMember } from '../../data/members/members.ts'
import { isViewer } from '../../data/members/people.ts'
import { useOutboxScreens } from '../../data/outbox/screens.ts'
import type { LivePost } from '../../data/posts/posts.ts'
import { paths } from '../../paths.ts'
import { HiddenCount } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { LoadMore } from '../../ui/feedback/load-more.tsx'
import { Delayed, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { SavedAge } from '../offline/saved-age.tsx'
import { CommentTree } from './comment-tree.tsx'
import { ReplyForm } from './reply-form.tsx'
import { useCommentInView } from './use-comment-in-view.ts'

const loadBranchView = () => import('./branch-view.tsx')

interface CommentSectionProps {
  id: string
  post: LivePost
}

/** The reply form, and the comments of a post, newest first; or one of them, with the answers to it. */
export function CommentSection({ id, post }: CommentSectionProps) {
  const { list, comments, branch, isGone, wanted } = useCommentInView(post)
  const mayComment = useMayComment(post)
  const branchCode = useCode(loadBranchView, branch !== null)
  const outbox = useOutboxScreens()
  const { commentId } = useParams()
  // There it says so, above the others.
  if (isGone && commentId !== undefined)
    return <Navigate to={`${paths.post(post.id)}#${commentAnchor(commentId)}`} replace />
  const context = { post, mayAnswer: mayComment, wanted }
  const { data, error, isFetching, refetch } = branch ?? list
  const isReady = data && (!branch || branchCode)
  return (
    <section id={id} aria-label={t`Comments`} className="mt-1 border-t pt-3 sm:ps-13">
      {!mayComment && <p className="wrap-anywhere pb-2 text-meta text-muted">{explain(post)}</p>}
      {!branch && <ReplyArea postId={post._id} mayComment={mayComment} />}
      {!branch && outbox && <outbox.WaitingComments postId={post._id} />}
      {!data && error && !isFetching && <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />}
      {!isReady && !post.hidden && (!error || isFetching) && <CommentSkeletons />}
      {isGone && (
        <p ref={wanted.ref} role="status" tabIndex={-1} className="py-3 text-muted">
          {t`The comment that you wanted to see is gone.`}
        </p>
      )}
      <SavedAge savedAt={oldestCopy(data)} isPart />
      {branch && data && branchCode && <branchCode.BranchView {...context} query={branch} />}
      {!branch && comments && (
        <>
          <ul>
            {comments.map((comment) => (
              <CommentTree key={comment._id} {...context} tree={comment} />
            ))}
          </ul>
          <LoadMore list={moreOf(list)} size={comments.length} />
          {!list.hasNextPage && <HiddenCount count={countHidden(data?.pages)} isAlone={comments.length === 0} />}
        </>
      )}
    </section>
  )
}

/**
 * The form for a new comment. A viewer who may not comment sees it while it has text: the author may have changed the
 * rule while the viewer was writing.
 */
function ReplyArea({ postId, mayComment }: { postId: string; mayComment: boolean }) {
  const { content } = useDraft(`reply:${postId}`) ?? EMPTY_DRAFT
  return mayComment || content !== '' ? <ReplyForm postId={postId} /> : null
}

function explain({ whoMayComment, username }: LivePost): string {
  if (whoMayComment === 'followed') return t`Only people whom @${username} follows can comment.`
  if (whoMayComment === 'mentioned') return t`Only people whom this post mentions can comment.`
  return t`Only @${username} can comment.`
}

/**
 * Whether the viewer may comment on a post, as far as the client knows: the server decides. False while it is unknown
 * whether the author follows the viewer, true if that cannot be read.
 */
function useMayComment({ username, mentions = [], whoMayComment }: LivePost): boolean {
  const isOwn = isViewer(username)
  const author = useMember(whoMayComment === 'followed' && !isOwn ? username : '')
  if (isOwn || whoMayComment === undefined || whoMayComment === 'everyone') return true
  if (whoMayComment === 'followed') return author.data?.viewer?.followedBy ?? author.isError
  return whoMayComment === 'mentioned' && mentions.some(isViewer)
}

function CommentSkeletons() {
  return (
    <div role="status">
      <span className="sr-only">{t`Loading comments`}</span>
      <Delayed>
        {['first', 'second'].map((key) => (
          <div key={key} className="flex gap-3 py-3">
            <Skeleton shape="round" className="size-8" />
            <div className="flex-1 space-y-2">
              <Skeleton className="h-3.5 w-40" />
              <Skeleton className="h-3.5 w-3/4" />
            </div>
          </div>
        ))}
      </Delayed>
    </div>
  )
}
