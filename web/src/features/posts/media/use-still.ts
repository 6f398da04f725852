import { REDUCED_MOTION } from '@quack/contract/rules/pictures'
import { useSyncExternalStore } from 'react'
import { createListeners } from '../../../store.ts'
import { useMediaQuery } from '../../../ui/use-viewport.ts'

/** What the reader has chosen on this page, by the name of a picture: a row of a list may go and come back. */
const chosen = new Map<string, boolean>()
const { subscribe, notify } = createListeners()

/**
 * Whether a picture that moves is shown still: with reduced motion until it is started, and otherwise once it is
 * stopped.
 * @param name of the picture, which stays the same when its address changes
 */
export function useStill(name: string, isAnimated = false): [isStill: boolean, toggle: () => void] {
  const isReduced = useMediaQuery(REDUCED_MOTION)
  const isStill = useSyncExternalStore(subscribe, () => chosen.get(name)) ?? isReduced
  const toggle = () => {
    chosen.set(name, !isStill)
    notify()
  }
  return [isAnimated && isStill, toggle]
}
