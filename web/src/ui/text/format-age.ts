import { ofLanguage } from '../../locale/messages.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MONTH = 30 * DAY
const MONTHS_SHOWN = 11

const shortDate = ofLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', year: 'numeric' }),
)
const fullDate = ofLanguage((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }))
const age = ofLanguage((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'always' }))

/** 'Jan 5, 2025', in the reader's time zone. */
export const formatDate = (date: Date): string => shortDate().format(date)

/** 'January 5, 2025 at 9:30 AM', in the reader's time zone. */
export const formatDateTime = (date: Date): string => fullDate().format(date)

/**
 * The age as the specification words it: seconds below 60 s, minutes below 60 min, hours below 24 h, days below 30
 * days, then months of 30 days, and after 11 months the date. A future time, from clock skew, counts as now.
 */
export function formatAge(date: Date, now: Date): string {
  const ms = Math.max(0, now.getTime() - date.getTime())
  if (ms < MINUTE) return ago(ms / SECOND, 'second')
  if (ms < HOUR) return ago(ms / MINUTE, 'minute')
  if (ms < DAY) return ago(ms / HOUR, 'hour')
  if (ms < MONTH) return ago(ms / DAY, 'day')
  if (ms < (MONTHS_SHOWN + 1) * MONTH) return ago(ms / MONTH, 'month')
  return formatDate(date)
}

function ago(amount: number, unit: Intl.RelativeTimeFormatUnit): string {
  // Zero is negative, too: 'in 0 seconds' would be said of the other one.
  return age().format(-Math.floor(amount), unit)
}
