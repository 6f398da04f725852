const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MONTH = 30 * DAY
const MONTHS_SHOWN = 11

// Made on first use. A formatter takes milliseconds that the first screen must not spend.
let shortDate: Intl.DateTimeFormat | undefined
let fullDate: Intl.DateTimeFormat | undefined

/** 'Jan 5, 2025', in the reader's time zone. */
export function formatDate(date: Date): string {
  shortDate ??= new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
  return shortDate.format(date)
}

/** 'January 5, 2025 at 9:30 AM', in the reader's time zone. */
export function formatDateTime(date: Date): string {
  fullDate ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' })
  return fullDate.format(date)
}

/**
 * The age as the specification words it: seconds below 60 s, minutes below 60 min, hours below 24 h, days below 30
 * days, then months of 30 days, and after 11 months the date. A future time, from clock skew, counts as now.
 */
export function formatAge(date: Date, now: Date): string {
  const age = Math.max(0, now.getTime() - date.getTime())
  if (age < MINUTE) return ago(age / SECOND, 'second')
  if (age < HOUR) return ago(age / MINUTE, 'minute')
  if (age < DAY) return ago(age / HOUR, 'hour')
  if (age < MONTH) return ago(age / DAY, 'day')
  if (age < (MONTHS_SHOWN + 1) * MONTH) return ago(age / MONTH, 'month')
  return formatDate(date)
}

function ago(amount: number, unit: string): string {
  const whole = Math.floor(amount)
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`
}
