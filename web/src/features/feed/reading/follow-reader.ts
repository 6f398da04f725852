import { onReaderMove } from './reader-moves.ts'

/**
 * How long scrolling goes on by itself after the reader has moved, in milliseconds. Each scroll event prolongs it. It
 * counts from the second frame after the move, because a busy page scrolls late.
 */
const MOMENTUM_MS = 500
/** How long nothing has to scroll until the reader reads. */
const REST_MS = 250

/**
 * Calls back when the reader begins to move, and when the page has come to rest after the reader has scrolled it. Not
 * after layout, restoring or a jump: only the wheel, touch, keys, the scrollbar and the focus in the list count.
 * Returns a function that ends it.
 */
export function followReader(reader: { move: () => void; rest: () => void }, isMoving: boolean): () => void {
  const stop = new AbortController()
  let movedUntil = 0
  let isHeld = false
  let hasMoved = isMoving
  let timer = 0
  let frame = 0

  const afterFrame = (then: () => void) => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(then)
  }
  const awaitScrolling = () => {
    movedUntil = Number.POSITIVE_INFINITY
    afterFrame(() =>
      afterFrame(() => {
        movedUntil = Date.now() + MOMENTUM_MS
      }),
    )
  }
  const move = () => {
    if (Date.now() > movedUntil) reader.move()
    awaitScrolling()
  }
  const on = <Name extends keyof WindowEventMap>(name: Name, listener: (event: WindowEventMap[Name]) => void) =>
    window.addEventListener(name, listener, { passive: true, capture: true, signal: stop.signal })

  onReaderMove(move, stop.signal)
  // A press on the scrollbar has no other target.
  on('pointerdown', ({ target }) => {
    isHeld = target === document.documentElement
  })
  on('pointerup', () => {
    if (isHeld) move()
    isHeld = false
  })
  on('focusin', ({ target }) => {
    if (target instanceof Element && target.closest('article')) move()
  })
  on('scroll', () => {
    if (isHeld || Date.now() < movedUntil) {
      hasMoved = true
      move()
    }
    rest()
  })
  function rest(): void {
    if (!hasMoved) return
    clearTimeout(timer)
    timer = window.setTimeout(() => {
      if (document.visibilityState !== 'visible') return
      hasMoved = false
      reader.rest()
    }, REST_MS)
  }
  if (isMoving) awaitScrolling()
  // The scrolling may be over already.
  rest()
  return () => {
    stop.abort()
    clearTimeout(timer)
    cancelAnimationFrame(frame)
  }
}
