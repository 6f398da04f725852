import type { FeedPosition } from '@quack/contract'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useIsGuest } from '../../../data/account/account.ts'
import { placeIn, type ReadSort, readingOf } from '../../../data/feed/place.ts'
import { laterPosition } from '../../../data/feed/position.ts'
import { focusMain } from '../../../ui/focus.ts'
import type { RowsView } from '../../posts/list-place.ts'
import { goOn } from './continue.ts'
import { ContinueBar } from './continue-bar.tsx'
import { recordReading } from './record-reading.ts'

export interface ReadingProps {
  sort: ReadSort
  view: RefObject<RowsView | null>
  /** Whether the reader was moving when this was loaded. */
  isMoving: boolean
  /** The posts of the list. */
  keys: readonly string[]
}

/** Keeps the reading position on the server, and offers that of another device. */
export function Reading({ sort, view, isMoving, keys }: ReadingProps) {
  // The shared guest account has no position: all guests would move it.
  const keepsPosition = useIsGuest() === false
  const [later, setLater] = useState<FeedPosition | null>(null)

  const keysNow = useEffectEvent(() => keys)
  useEffect(() => {
    if (keepsPosition) return recordReading(sort, () => view.current, { isMoving, keys: () => keysNow() })
  }, [sort, keepsPosition, isMoving, view])

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

  function close(position: FeedPosition): void {
    readingOf(sort).position = position
    setLater(null)
    // The button, which had the focus, is gone.
    focusMain()
  }

  if (!later) return null
  return (
    <ContinueBar
      position={later}
      onContinue={() => {
        close(later)
        void goOn(sort, { key: later.postId, offset: later.offset }, view.current)
      }}
      onClose={() => close(later)}
    />
  )
}
