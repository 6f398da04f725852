import { messageOf } from '../../data/api/api-errors.ts'
import { countHidden } from '../../data/cache/key-pages.ts'
import { oldestCopy } from '../../data/cache/query-client.ts'
import { moreOf } from '../../data/cache/use-key-list.ts'
import { useComments } from '../../data/comments/comments.ts'
import { EMPTY_DRAFT, useDraft } from '../../data/drafts/drafts.ts'
import { useMember } from '../../data/members/members.ts'
import { isViewer } from '../../data/members/people.ts'
import { useOutboxScreens } from '../../data/outbox/screens.ts'
import type { LivePost } from '../../data/posts/posts.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { HiddenCount } from '../../ui/feedback/hidden-count.tsx'
import { LoadMore } from '../../ui/feedback/load-more.tsx'
import { Delayed, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { SavedAge } from '../offline/saved-age.tsx'
import { CommentItem } from './comment-item.tsx'
import { HiddenComment } from './hidden-comment.tsx'
import { ReplyForm } from './reply-form.tsx'
import { useCommentInView } from './use-comment-in-view.ts'

const MISSING_TEXTS = {
  gone: 'The comment that you wanted to see is gone.',
  tooFar: 'The comment that you wanted to see is further down: there are many newer ones.',
} as const

/** Lit up for a moment. Without motion, as long as it has the focus. */
const WANTED = '-mx-2 animate-light-up rounded-lg px-2 motion-reduce:focus:bg-surface'

interface CommentSectionProps {
  id: string
  post: LivePost
}

/** The reply form, and the comments of a post, newest first. */
export function CommentSection({ id, post }: CommentSectionProps) {
  const query = useComments(post._id)
  const error = query.isFetching ? null : query.error
  const comments = query.data?.pages.flatMap((page) => page.comments)
  const wanted = useCommentInView(query, comments)
  const outbox = useOutboxScreens()
  return (
    <section id={id} aria-label="Comments" className="mt-1 border-t pt-3 sm:ps-13">
      <ReplyArea post={post} />
      {outbox && <outbox.WaitingComments postId={post._id} />}
      {!comments && error && <ErrorState message={messageOf(error)} onRetry={() => void query.refetch()} />}
      {!comments && !error && <CommentSkeletons />}
      {wanted.missing && (
        <p ref={wanted.ref} role="status" tabIndex={-1} className="py-3 text-muted">
          {MISSING_TEXTS[wanted.missing]}
        </p>
      )}
      <SavedAge savedAt={oldestCopy(query.data)} isPart />
      {comments && (
        <ul>
          {comments.map((comment) => (
            <li
              key={comment._id}
              {...(comment._id === wanted.id && { ref: wanted.ref, tabIndex: -1, className: WANTED })}
            >
              {comment.hidden === 'member' ? (
                <HiddenComment />
              ) : (
                <CommentItem postId={post._id} comment={comment} isOnOwnPost={isViewer(post.username)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {comments && <LoadMore list={moreOf(query)} size={comments.length} />}
      {comments && !query.hasNextPage && (
        <HiddenCount count={countHidden(query.data?.pages)} isAlone={comments.length === 0} />
      )}
    </section>
  )
}

/**
 * The form for a new comment. A viewer who may not comment sees who may instead, and also the form while it has text: the
 * author may have changed the rule while the viewer was writing.
 */
function ReplyArea({ post }: { post: LivePost }) {
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
      <span className="sr-only">Loading comments</span>
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
