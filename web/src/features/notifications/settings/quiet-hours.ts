import { msg } from '@lingui/core/macro'
import type { QuietHours } from '@quack/contract'

export const WEEKDAYS = [
  msg`Monday`,
  msg`Tuesday`,
  msg`Wednesday`,
  msg`Thursday`,
  msg`Friday`,
  msg`Saturday`,
  msg`Sunday`,
] as const

type Hours = NonNullable<QuietHours['days'][number]>

/** From ten in the evening until seven in the morning, in minutes since midnight. */
export const NIGHT: Hours = { start: 22 * 60, end: 7 * 60 }

/** The same hours on every day of the week. */
export function everyNight(timeZone: string): QuietHours {
  return { timeZone, days: WEEKDAYS.map(() => NIGHT) }
}

/** The quiet hours with other ones on one day, counted from Monday. Null once no day has any. */
export function withDay(known: QuietHours, day: number, hours: Hours | null): QuietHours | null {
  const days = known.days.map((each, index) => (index === day ? hours : each))
  return days.some((each) => each !== null) ? { ...known, days } : null
}

/** '22:00', as a time field has it. */
export function formatMinute(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Undefined for a field without a time. */
export function parseMinute(time: string): number | undefined {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(time) ?? []
  return hours === undefined || minutes === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}

export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The time zones that can be chosen, with the chosen one, which another browser may know. */
export function timeZones(chosen: string): readonly string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), browserTimeZone(), chosen])].toSorted()
}
