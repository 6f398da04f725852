import { type ComponentType, useEffect, useState } from 'react'
import { loadCode } from '../../data/code/load-code.ts'
import { whenSettled } from '../../data/code/when-settled.ts'
import { onReaderMove } from './reading/reader-moves.ts'
import type { ReadingProps } from './reading/reading.tsx'

interface Part {
  Reading: ComponentType<ReadingProps>
  /** Whether it was loaded because the reader moves. */
  isMoving: boolean
}

/** What follows the reader on Home. Its code is loaded after the first screen is shown, or when the reader moves. */
export function useReading(): Part | null {
  const [part, setPart] = useState<Part | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    const load = (isMoving: boolean) => {
      stop.abort()
      // The page works without it.
      loadCode(() => import('./reading/reading.tsx')).then(
        ({ Reading }) => setPart({ Reading, isMoving }),
        () => undefined,
      )
    }
    const cancel = whenSettled(() => load(false))
    stop.signal.addEventListener('abort', cancel)
    onReaderMove(() => load(true), stop.signal)
    return () => stop.abort()
  }, [])
  return part
}
