/** From `start` to before `end`, in milliseconds since 1970. */
export interface Period {
  readonly start: number
  readonly end: number
}

/** A day, a month or a year in UTC: `2026-01-31`, `2026-01` or `2026`. @returns null for what is none */
export function periodOf(text: string): Period | null {
  const [, year = '', month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text) ?? []
  if (year === '') return null
  const [y, m, d] = [Number(year), Number(month ?? 1) - 1, Number(day ?? 1)]
  const start = Date.UTC(y, m, d)
  const written = new Date(start).toISOString()
  // A month or a day that does not exist is taken as one of the next month or year. Years before 100 are taken as 19xx.
  if (!written.startsWith(text)) return null
  const end =
    month === undefined ? Date.UTC(y + 1, 0, 1) : day === undefined ? Date.UTC(y, m + 1, 1) : start + 86_400_000
  return { start, end }
}
