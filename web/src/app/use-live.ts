import { useEffect } from 'react'
import { checkSoon } from '../data/api/check-server.ts'
import { whenSettled } from '../data/code/when-settled.ts'

/** Receives live events while the members' shell is mounted. The code is loaded after the first screen is shown. */
export function useLive(): void {
  useEffect(() => {
    let stop: (() => void) | null = null
    let isOver = false
    const cancel = whenSettled(async () => {
      // The page works without live events.
      const live = await import('../data/live/live.ts').catch(() => null)
      if (!live) checkSoon()
      else if (!isOver) stop = live.startLive()
    })
    return () => {
      isOver = true
      cancel()
      stop?.()
    }
  }, [])
}
