import { useEffect } from 'react'
import { checkSoon } from '../data/check-server.ts'
import { whenSettled } from './when-settled.ts'

/** Live news, as long as the frame for members is there. Its code comes once the first screen has been shown. */
export function useLive(): void {
  useEffect(() => {
    let stop: (() => void) | null = null
    let isOver = false
    const cancel = whenSettled(async () => {
      // Without it everything is as it was before there was live news.
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
