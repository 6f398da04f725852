import { commentOfHash } from '@quack/contract/rules/page-paths'
import { type RefCallback, useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation } from 'react-router'
import { useHistoryState } from '../../data/cache/history-state.ts'
import type { LiveComment, useComments } from '../../data/comments/comments.ts'

/** Pages of comments that are loaded to find one. */
const MOST_PAGES = 25

/** Why the comment of the address is not shown. */
type Missing = 'gone' | 'tooFar'

interface CommentInView {
  /** The `_id` of the comment that the address names. */
  id: string | undefined
  missing: Missing | undefined
  /** For the element to bring into view, once for each visit: the comment, or what is said instead. */
  ref: RefCallback<HTMLElement>
}

/** Loads comments, newest first, until the one that the address names is among them. */
export function useCommentInView(
  query: ReturnType<typeof useComments>,
  comments: readonly LiveComment[] | undefined,
): CommentInView {
  const { hash, key } = useLocation()
  const id = commentOfHash(hash)
  const reloadedFor = useRef('')
  const { isFetching, isFetchNextPageError, hasNextPage, refetch, fetchNextPage } = query
  const isSought = id !== undefined && comments !== undefined && !comments.some(({ _id }) => _id === id)
  // Ids grow with time.
  const isPassed = isSought && (!hasNextPage || comments.some(({ _id }) => Number(_id) < Number(id)))
  const isTooFar = (query.data?.pages.length ?? 0) >= MOST_PAGES
  useEffect(() => {
    if (!isSought || isFetching) return
    if (isPassed) {
      if (reloadedFor.current === key) return
      // It may be newer than what is cached.
      reloadedFor.current = key
      void refetch()
    } else if (!isTooFar && !isFetchNextPageError) void fetchNextPage()
  }, [isSought, isFetching, isPassed, isTooFar, isFetchNextPageError, key, refetch, fetchNextPage])

  const isSettled = isSought && !isFetching
  const isGone = isSettled && isPassed && reloadedFor.current === key
  return { id, missing: isGone ? 'gone' : isSettled && isTooFar ? 'tooFar' : undefined, ref: useReveal() }
}

/** Scrolls an element into view and focuses it. Not again when going back, which restores the scroll position. */
function useReveal(): RefCallback<HTMLElement> {
  const historyState = useHistoryState<true>('comment in view')
  const isReturn = useMemo(() => historyState.saved !== undefined, [historyState])
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element || isReturn) return
      historyState.save(true)
      // In the next frame: the arrival on the page scrolls to its top.
      requestAnimationFrame(() => {
        element.scrollIntoView({ block: 'center' })
        element.focus({ preventScroll: true })
      })
    },
    [historyState, isReturn],
  )
}
