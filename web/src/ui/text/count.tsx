import { formatNumber, ofLanguage } from '../../locale/messages.ts'

/** A count in tabular digits. Where it is abbreviated, the exact count is there on hover. */
export function Count({ value }: { value: number }) {
  const short = formatCount(value)
  const full = exactCount(value)
  return (
    <span className="tabular-nums" title={short === full ? undefined : full}>
      {short}
    </span>
  )
}

/** All digits: 12345 gives '12,345'. */
export const exactCount = formatNumber

const compact = ofLanguage(
  (locale) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1, roundingMode: 'trunc' }),
)
const percent = ofLanguage((locale) => new Intl.NumberFormat(locale, { style: 'percent' }))

/**
 * A short count: exact below 10,000, then as the language shortens it, not rounded up. 12399 gives '12.3K' in English.
 */
export function formatCount(count: number): string {
  return count < 10_000 ? exactCount(count) : compact().format(count)
}

/** What is counted up to `max` only: '1,000+'. */
export function cappedCount(count: number, max: number): string {
  return count < max ? exactCount(count) : `${exactCount(max)}+`
}

/** 50 gives '50%'. */
export const formatPercent = (value: number): string => percent().format(value / 100)
