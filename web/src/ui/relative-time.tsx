import { useSyncExternalStore } from 'react'
import { clockNow, subscribeToClock } from './clock.ts'
import { formatAge, formatDateTime } from './format-age.ts'

/**
 * How long ago something was, kept current, and on hover the date. The text is the snapshot, so a tick renders only what
 * it changes.
 */
export function RelativeTime({ time }: { time: string }) {
  const date = new Date(time)
  const text = useSyncExternalStore(subscribeToClock, () => formatAge(date, clockNow()))
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
