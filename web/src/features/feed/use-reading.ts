import { type ComponentType, useEffect, useState } from 'react'
import { loadCode } from '../../data/code/load-code.ts'
import { whenSettled } from '../../data/code/when-settled.ts'
import { onReaderMove } from './reading/reader-moves.ts'
import type { ReadingProps } from './reading/reading.tsx'

interface Part {
  Reading: ComponentType<ReadingProps>
  /** Whether the reader has moved before it was loaded. */
  isMoving: boolean
}

/** What follows the reader on Home. Its code is loaded after the first screen is shown, or when the reader moves. */
export function useReading(): Part | null {
  const [part, setPart] = useState<Part | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    let isLoading = false
    let isMoving = false
    const load = () => {
      if (isLoading) return
      isLoading = true
      cancel()
      loadCode(() => import('./reading/reading.tsx')).then(
        ({ Reading }) => {
          stop.abort()
          setPart({ Reading, isMoving })
        },
        // The page works without it. The next move tries again.
        () => {
          isLoading = false
        },
      )
    }
    const cancel = whenSettled(load)
    // Also while it is loaded: the reader may have come to rest when it is there.
    onReaderMove(() => {
      isMoving = true
      load()
    }, stop.signal)
    return () => {
      stop.abort()
      cancel()
    }
  }, [])
  return part
}
