import { useCallback, useLayoutEffect, useRef } from 'react'
import { type CacheSnapshot, WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua'
import { usePlaceMemory } from '../../data/place-memory.ts'
import { PostCard } from './post-card.tsx'

/** Pixels above and below the window that are kept in the page, so that tabbing and fast scrolling meet posts. */
const BUFFER = 800

interface PostRowsProps {
  keys: readonly string[]
  label: string
}

/** What is remembered of rows that are left. */
interface Kept {
  open: Set<string>
  heights: CacheSnapshot
}

/** Posts one under the other; of a long list only those near the window are in the page. */
export function PostRows({ keys, label }: PostRowsProps) {
  const place = usePlaceMemory<Kept>(`rows ${label}`)
  const known = useRef(place.found)
  const rows = useRef<WindowVirtualizerHandle>(null)
  // A card that leaves the page and comes back has its comments as they were left.
  const open = useRef(known.current?.open ?? new Set<string>())
  const remember = useCallback((id: string, isOpen: boolean) => {
    if (isOpen) open.current.add(id)
    else open.current.delete(id)
  }, [])
  useLayoutEffect(
    () => () => {
      if (rows.current) place.keep({ open: open.current, heights: rows.current.cache })
    },
    [],
  )
  return (
    <section aria-label={label}>
      <WindowVirtualizer ref={rows} bufferSize={BUFFER} cache={known.current?.heights}>
        {keys.map((id, index) => (
          <PostCard
            key={id}
            id={id}
            isFirst={index === 0}
            isCommentsOpen={open.current.has(id)}
            onCommentsToggle={remember}
          />
        ))}
      </WindowVirtualizer>
    </section>
  )
}
