/** When a member wants no messages, as the contract's QuietHours. */
export interface QuietHours {
  /** An IANA time zone. */
  readonly timeZone: string
  /** From Monday to Sunday: the hours that begin on this day, in minutes since midnight; null for none. */
  readonly days: readonly ({ readonly start: number; readonly end: number } | null)[]
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** 1970-01-01 was a Thursday; the days of QuietHours begin on Monday. */
const WEEKDAY_OF_EPOCH = 3

/**
 * When the quiet hours end in which an instant falls; null if it falls into none. Hours that end at or before their
 * start end on the next day. A time that a change of the clock skips is as much later; of one that it repeats, the
 * first counts. A time zone that this machine does not know has no quiet hours.
 * @param now milliseconds since 1970
 */
export function quietUntil(now: number, quietHours: QuietHours | null): number | null {
  const zone = quietHours && zoneOf(quietHours.timeZone)
  if (!zone) return null
  const today = Math.floor(wallTime(zone, now) / DAY)
  // Hours that began yesterday may last until now.
  for (const day of [today - 1, today]) {
    const hours = quietHours.days[(day + WEEKDAY_OF_EPOCH) % 7]
    if (!hours) continue
    const { start, end } = hours
    const endDay = end > start ? day : day + 1
    const until = instantOf(zone, endDay * DAY + end * MINUTE)
    if (instantOf(zone, day * DAY + start * MINUTE) <= now && now < until) return until
  }
  return null
}

type Zone = Intl.DateTimeFormat

/** Creating one takes far longer than using it. There are some 600 names of zones. */
const zones = new Map<string, Zone | null>()
const ZONES_MAX = 1_000

function zoneOf(timeZone: string): Zone | null {
  const known = zones.get(timeZone)
  if (known !== undefined) return known
  if (zones.size >= ZONES_MAX) zones.clear()
  const zone = createZone(timeZone)
  zones.set(timeZone, zone)
  return zone
}

function createZone(timeZone: string): Zone | null {
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const
  try {
    return new Intl.DateTimeFormat('en-u-ca-iso8601', { timeZone, ...numeric, ...time })
  } catch {
    return null
  }
}

/** What clocks show in the zone, as if it were UTC. To the second. */
function wallTime(zone: Zone, instant: number): number {
  const parts = Object.fromEntries(zone.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

const offsetAt = (zone: Zone, instant: number): number => wallTime(zone, instant) - Math.floor(instant / 1_000) * 1_000

/** When clocks show this time. */
function instantOf(zone: Zone, wall: number): number {
  const before = wall - offsetAt(zone, wall - DAY)
  const after = wall - offsetAt(zone, wall + DAY)
  const shown = [before, after].filter((instant) => wallTime(zone, instant) === wall)
  return shown.length > 0 ? Math.min(...shown) : before
}
