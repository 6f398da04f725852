import type { FeedPosition } from '@quack/contract'
import { type RefObject, useEffect, useState } from 'react'
import { useIsGuest } from '../../../data/account.ts'
import { reportFailure } from '../../../data/api/error-notifications.ts'
import { noteJump, placeIn, type ReadSort, readingOf } from '../../../data/feed-place.ts'
import { laterPosition, openAtPosition } from '../../../data/feed-position.ts'
import { focusMain } from '../../../ui/main-region.ts'
import type { RowsView } from '../../posts/list-place.ts'
import { ContinueBar } from './continue-bar.tsx'
import { recordReading } from './record-reading.ts'
import { useFeedKeys } from './use-feed-keys.ts'

export interface ReadingProps {
  sort: ReadSort
  view: RefObject<RowsView | null>
  showNews: RefObject<(() => void) | null>
  /** Whether the reader was moving when this was loaded. */
  isMoving: boolean
  /** The first post of the list. */
  first: string | undefined
}

/** Keeps the reading position on the server, offers that of another device, and listens to the keys of the feed. */
export function Reading({ sort, view, showNews, isMoving, first }: ReadingProps) {
  // The shared guest account has no position: all guests would move it.
  const keepsPosition = useIsGuest() === false
  const [later, setLater] = useState<FeedPosition | null>(null)

  useEffect(() => {
    if (keepsPosition) return recordReading(sort, () => view.current, { isMoving, first })
  }, [sort, keepsPosition])

  useEffect(() => {
    if (!keepsPosition) return
    let isAsking = false
    async function ask() {
      if (isAsking || document.visibilityState !== 'visible') return
      isAsking = true
      const found = await laterPosition(sort).catch(() => null)
      isAsking = false
      if (found && found.postId !== placeIn(sort)?.key) setLater(found)
    }
    const onLook = () => void ask()
    window.addEventListener('focus', onLook)
    document.addEventListener('visibilitychange', onLook)
    return () => {
      window.removeEventListener('focus', onLook)
      document.removeEventListener('visibilitychange', onLook)
    }
  }, [sort, keepsPosition])

  useFeedKeys({
    n: () => showNews.current?.(),
    '.': () => {
      const { beforeJump, begin } = readingOf(sort)
      const place = beforeJump ?? begin
      if (place) view.current?.goTo(place)
    },
  })

  function close(position: FeedPosition): void {
    readingOf(sort).position = position
    setLater(null)
    // The button, which had the focus, is gone.
    focusMain()
  }

  async function goOn(position: FeedPosition): Promise<void> {
    close(position)
    noteJump(sort)
    const place = { key: position.postId, offset: position.offset }
    if (view.current?.goTo(place)) return
    try {
      await openAtPosition(sort)
      // Another post, if that one is gone.
      const { begin } = readingOf(sort)
      if (begin) view.current?.goTo(begin)
    } catch (error) {
      reportFailure(error)
    }
  }

  if (!later) return null
  return <ContinueBar position={later} onContinue={() => void goOn(later)} onClose={() => close(later)} />
}
