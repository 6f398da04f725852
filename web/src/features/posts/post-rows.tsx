import { useCallback, useRef } from 'react'
import { WindowVirtualizer } from 'virtua'
import { PostCard } from './post-card.tsx'

/** Pixels above and below the window that are kept in the page, so that tabbing and fast scrolling meet posts. */
const BUFFER = 800

interface PostRowsProps {
  keys: readonly string[]
  label: string
}

/** Posts one under the other; of a long list only those near the window are in the page. */
export function PostRows({ keys, label }: PostRowsProps) {
  // A card that leaves the page and comes back has its comments as they were left.
  const open = useRef(new Set<string>())
  const remember = useCallback((id: string, isOpen: boolean) => {
    if (isOpen) open.current.add(id)
    else open.current.delete(id)
  }, [])
  return (
    <section aria-label={label}>
      <WindowVirtualizer bufferSize={BUFFER}>
        {keys.map((id) => (
          <PostCard key={id} id={id} isCommentsOpen={open.current.has(id)} onCommentsToggle={remember} />
        ))}
      </WindowVirtualizer>
    </section>
  )
}
