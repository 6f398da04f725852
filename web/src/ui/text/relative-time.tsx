import { useSyncExternalStore } from 'react'
import { clockNow, subscribeToClock } from './clock.ts'
import { formatAge, formatDateTime } from './format-age.ts'

/**
 * A relative time that stays current, with the date on hover. The store's snapshot is the text, so that a tick renders
 * only those whose text changes.
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
