import { useEffect, useRef } from 'react'
import { focusIfLost } from '../../ui/focus.ts'

/**
 * For the heading of a section: it gets the focus when `state` changes and the element that had the focus is gone.
 * @param state undefined while it is loaded
 */
export function useHeadingFocus(state: string | boolean | undefined) {
  const heading = useRef<HTMLHeadingElement>(null)
  const previous = useRef(state)
  useEffect(() => {
    const hasChanged = previous.current !== undefined && previous.current !== state
    previous.current = state
    if (hasChanged) focusIfLost(heading.current)
  }, [state])
  return heading
}
