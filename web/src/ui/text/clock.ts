/** One clock for all relative times. It ticks every second while it has a subscriber. */

const TICK_MS = 1_000
const listeners = new Set<() => void>()
let now = new Date()
let timer = 0

function tick() {
  now = new Date()
  for (const listener of listeners) listener()
}

export function subscribeToClock(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = new Date()
    timer = window.setInterval(tick, TICK_MS)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** The time of the last tick, the same for all renders until the next one. */
export function clockNow(): Date {
  if (listeners.size === 0) now = new Date()
  return now
}
