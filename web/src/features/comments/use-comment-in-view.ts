import { commentOfHash } from '@quack/contract/rules/page-paths'
import { type RefCallback, useCallback, useMemo } from 'react'
import { useLocation, useParams } from 'react-router'
import { isRefusal } from '../../data/api/api-errors.ts'
import { useHistoryState } from '../../data/cache/history-state.ts'
import { useBranch, useComments } from '../../data/comments/comments.ts'
import type { LivePost } from '../../data/posts/posts.ts'

/** The comments of a post, and the one that the address names, which may be further down, or an answer to another. */
export function useCommentInView({ _id: postId, hidden }: LivePost) {
  const { hash } = useLocation()
  const { commentId } = useParams()
  const id = commentId ?? commentOfHash(hash)
  const isPageOfIts = commentId !== undefined
  const list = useComments(postId, !isPageOfIts && !hidden)
  const comments = list.data?.pages.flatMap((page) => page.comments)
  const isSought =
    isPageOfIts || (id !== undefined && comments?.some((tree) => isIn([tree, ...(tree.answers ?? [])], id)) === false)
  const branch = useBranch(postId, id, isSought && !hidden)
  const [found] = branch.data?.pages ?? []
  const isGone = isSought && (found ? found.postId !== postId : isRefusal(branch.error, 'commentUnknown'))
  return {
    list,
    comments,
    /** What is shown in place of the list. */
    branch: isSought && !isGone && (isPageOfIts || !branch.isError) ? branch : null,
    isGone,
    /** The id of the comment, and the ref of the element to bring into view: the comment, or what is said instead. */
    wanted: { id, ref: useReveal() },
  }
}

const isIn = (all: readonly { _id: string }[], id: string): boolean => all.some(({ _id }) => _id === id)

/**
 * Scrolls an element into view and focuses it, once for each visit. Not again when going back, which restores the
 * scroll position.
 */
function useReveal(): RefCallback<HTMLElement> {
  const historyState = useHistoryState<true>('comment in view')
  const isReturn = useMemo(() => historyState.saved !== undefined, [historyState])
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element || isReturn) return
      historyState.save(true)
      // In the next frame: the arrival on the page scrolls to its top.
      requestAnimationFrame(() => {
        // Not to the middle of the answers.
        const comment = element.firstElementChild ?? element
        comment.scrollIntoView({ block: 'center' })
        element.focus({ preventScroll: true })
      })
    },
    [historyState, isReturn],
  )
}
