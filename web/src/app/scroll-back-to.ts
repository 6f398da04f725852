/** How long a cached page may take to grow to its full height, in milliseconds. */
const PATIENCE_MS = 3_000
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Scrolls to `top` once the page is tall enough, unless the user scrolls first. Returns a function that cancels. */
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
