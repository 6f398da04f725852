import { keyOf } from '../../../ui/keys.ts'

/** The events by which a reader moves on a page. A press on the scrollbar comes besides. */
const MOVES = ['wheel', 'touchmove', 'keydown'] as const
const SCROLL_KEYS = new Set<string | null>(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', ' ', 'Tab'])

/** Calls back when the reader moves: by wheel, touch or a key that scrolls. */
export function onReaderMove(listener: () => void, signal: AbortSignal): void {
  const onMove = (event: Event) => {
    const isTyping = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement
    if (event instanceof KeyboardEvent && (isTyping || !SCROLL_KEYS.has(keyOf(event)))) return
    listener()
  }
  for (const move of MOVES) window.addEventListener(move, onMove, { passive: true, capture: true, signal })
}
