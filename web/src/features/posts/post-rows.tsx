import { FIRST_SCREEN_POSTS } from '@quack/contract/pictures'
import { startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type CacheSnapshot, WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua'
import { usePlaceMemory } from '../../data/place-memory.ts'
import { PostCard } from './post-card.tsx'

/** Pixels above and below the window that are kept in the page, so that tabbing and fast scrolling meet posts. */
const BUFFER = 800
/** What a post is taken to be high, in pixels, until it was measured: with too little, too many are made at first. */
const HEIGHT = 400

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
  const buffer = useLaterBuffer()
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
      <WindowVirtualizer ref={rows} itemSize={HEIGHT} bufferSize={buffer} cache={known.current?.heights}>
        {keys.map((id, index) => (
          <PostCard
            key={id}
            id={id}
            isFirst={index < FIRST_SCREEN_POSTS}
            isCommentsOpen={open.current.has(id)}
            onCommentsToggle={remember}
          />
        ))}
      </WindowVirtualizer>
    </section>
  )
}

/** What is on the screen comes first; what is around it when that is done. */
function useLaterBuffer(): number {
  const [buffer, setBuffer] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setBuffer(BUFFER)))
    return () => clearTimeout(timer)
  }, [])
  return buffer
}
