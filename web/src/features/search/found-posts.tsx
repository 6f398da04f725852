import { type ComponentType, useEffect, useEffectEvent, useMemo } from 'react'
import { isRefusal, messageOf } from '../../data/api/api-errors.ts'
import { useFoundPosts } from '../../data/search/search.ts'
import type { Search } from '../../paths.ts'
import { formatDate } from '../../ui/text/format-age.ts'
import { type Marking, PostMarks } from '../posts/card/post-marks.ts'
import type { PostListProps } from '../posts/post-list.tsx'
import { BroadNote } from './broad-note.tsx'
import { markingOf } from './marking.tsx'
import { NothingFound } from './nothing-found.tsx'
import { sayCount } from './say-count.ts'

interface FoundPostsProps {
  search: Search
  PostList: ComponentType<PostListProps>
  /** Called with what assistive technology shall say. */
  onArrived: (text: string) => void
  /** Called with the message of a refusal, if the member after `from:` is unknown. */
  onRefused: (message: string) => void
}

/** The posts that a search finds, with its words marked. */
export function FoundPosts({ search, PostList, onArrived, onRefused }: FoundPostsProps) {
  const list = useFoundPosts(search.q, search.order)
  const marking: Marking = useMemo(() => markingOf(search.q), [search.q])
  const { keys, error, hasMore, lastPage } = list
  const count = keys?.length
  const isFromUnknown = isRefusal(error, 'searchFromUnknown')
  const say = useEffectEvent(onArrived)
  useEffect(() => {
    if (count !== undefined) say(sayCount('posts', count, hasMore))
  }, [count, hasMore])
  const refuse = useEffectEvent(() => onRefused(messageOf(error)))
  useEffect(() => {
    if (isFromUnknown) refuse()
  }, [isFromUnknown])

  if (isFromUnknown || (count === 0 && !hasMore)) return <NothingFound search={search} />
  const searchedTo = lastPage?.search?.searchedTo ?? null
  const isPartial = searchedTo !== null
  const indexedFrom = lastPage?.search?.indexedFrom ?? null
  return (
    <PostMarks value={marking}>
      {indexedFrom !== null && (
        <p className="border-b px-4 py-2.5 text-meta text-muted">
          Posts from before {formatDate(new Date(indexedFrom))} are still being indexed.
        </p>
      )}
      {!(isPartial && count === 0) && (
        // A broad search goes on when the button is pressed, not while scrolling.
        <PostList
          list={isPartial ? { ...list, hasMore: false } : list}
          label="Found posts"
          emptyText="No posts found"
        />
      )}
      {isPartial && <BroadNote list={list} searchedTo={searchedTo} />}
    </PostMarks>
  )
}
