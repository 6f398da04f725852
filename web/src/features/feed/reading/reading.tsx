import type { FeedPosition } from '@quack/contract'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useIsGuest } from '../../../data/account/account.ts'
import { offerIn, placeIn, type ReadSort, readingOf, setOffer } from '../../../data/feed/place.ts'
import { laterPosition } from '../../../data/feed/position.ts'
import { focusMain } from '../../../ui/focus.ts'
import { isAlone, keyOf } from '../../../ui/keys.ts'
import type { RowsView } from '../../posts/list-place.ts'
import { goOn } from './continue.ts'
import { ContinueBar } from './continue-bar.tsx'
import { recordReading } from './record-reading.ts'

export interface News {
  /** Shows the new posts, if there are any. */
  show: () => void
  /** Shows the top of the page, with the newest post. */
  goToTop: () => void
  /** Puts the new posts above a list that was loaded before. */
  refresh: () => void
}

export interface ReadingProps {
  sort: ReadSort
  view: RefObject<RowsView | null>
  news: RefObject<News | null>
  /** Whether the reader was moving when this was loaded. */
  isMoving: boolean
  /** The posts of the list. */
  keys: readonly string[]
}

/** Keeps the reading position on the server, offers that of another device, and listens to the keys of the feed. */
export function Reading({ sort, view, news, isMoving, keys }: ReadingProps) {
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

  useFeedKeys({
    n: () => news.current?.show(),
    '.': () => {
      const { beforeJump, begin } = readingOf(sort)
      const offer = offerIn(sort)
      const place = beforeJump ?? begin
      if (offer) {
        setOffer(sort, null)
        void goOn(sort, offer.place, view.current)
      } else if (place) view.current?.goTo(place)
    },
  })

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

/** Where keys have another meaning. */
const TAKES_KEYS =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** Runs an action for a key that is pressed alone, outside of text fields and popups. */
function useFeedKeys(actions: Readonly<Record<string, () => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const [target] = event.composedPath()
    const action = actions[keyOf(event) ?? '']
    if (!action || !isAlone(event) || event.defaultPrevented) return
    if (target instanceof Element && target.closest(TAKES_KEYS)) return
    if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
