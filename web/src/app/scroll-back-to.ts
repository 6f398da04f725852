/** Longer than a page that is known takes to grow to its height, in milliseconds. */
const PATIENCE_MS = 3_000
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Scrolls down to `top` as soon as the page is tall enough, unless the reader moves first. Returns what gives it up. */
export function scrollBackTo(top: number): () => void {
  const isThere = () => {
    window.scrollTo(0, top)
    return Math.abs(window.scrollY - top) <= 1
  }
  if (isThere()) return () => undefined
  const observer = new ResizeObserver(() => {
    if (isThere()) stop()
  })
  const timer = setTimeout(stop, PATIENCE_MS)
  function stop() {
    clearTimeout(timer)
    observer.disconnect()
    for (const move of MOVES) window.removeEventListener(move, stop)
  }
  observer.observe(document.body)
  for (const move of MOVES) window.addEventListener(move, stop, { passive: true })
  return stop
}
