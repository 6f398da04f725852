import { useEffect, useState } from 'react'

/** How far to scroll in the other direction until it counts, in pixels. */
const TURN = 24
/** How long the page is at rest after it was scrolled, in milliseconds. */
export const REST_MS = 200

/** Whether the page was last scrolled down. Not at its top, nor at rest at its end. */
export function useScrolledDown(): boolean {
  const [isDown, setDown] = useState(false)
  useEffect(() => {
    let down = false
    /** The furthest position in the direction of now. */
    let furthest = window.scrollY
    let timer: ReturnType<typeof setTimeout> | undefined
    function turn(next: boolean) {
      down = next
      furthest = window.scrollY
      setDown(next)
    }
    function onRest() {
      if (window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1) turn(false)
    }
    function onScroll() {
      const { scrollY } = window
      if (down ? scrollY > furthest : scrollY < furthest) furthest = scrollY
      else if (scrollY <= 0 || Math.abs(scrollY - furthest) >= TURN) turn(!down && scrollY > 0)
      clearTimeout(timer)
      timer = setTimeout(onRest, REST_MS)
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      window.removeEventListener('scroll', onScroll)
      clearTimeout(timer)
    }
  }, [])
  return isDown
}
