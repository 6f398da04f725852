import { useSyncExternalStore } from 'react'
import { formatAge, formatDateTime } from './format-age.ts'

/**
 * A relative time that stays current, with the date on hover. The store's snapshot is the text, so that a tick renders
 * only those whose text changes.
 */
export function RelativeTime({ time }: { time: string }) {
  const date = new Date(time)
  const text = useClockText((now) => formatAge(date, now))
  return (
    <time
      dateTime={time}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = formatDateTime(date)
      }}
    >
      {text}
    </time>
  )
}

/** What a text says now, kept current. */
export function useClockText(format: (now: Date) => string): string {
  return useSyncExternalStore(subscribeToClock, () => format(clockNow()))
}

/** One clock for all relative times. It ticks every second while it has a subscriber. */

const TICK_MS = 1_000
const listeners = new Set<() => void>()
let now = new Date()
let timer = 0
/** Whether the time was read without a subscriber, since the last microtask. */
let isRead = false

function tick() {
  now = new Date()
  for (const listener of listeners) listener()
}

function subscribeToClock(listener: () => void): () => void {
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

/** The time of the last tick, the same for all renders until the next one; without a subscriber, until the next microtask. */
function clockNow(): Date {
  if (listeners.size === 0 && !isRead) {
    now = new Date()
    isRead = true
    queueMicrotask(() => {
      isRead = false
    })
  }
  return now
}
