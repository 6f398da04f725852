/** A count in tabular digits. Abbreviated from 10,000 on, with the exact count on hover. */
export function Count({ value }: { value: number }) {
  const short = formatCount(value)
  const full = exactCount(value)
  return (
    <span className="tabular-nums" title={short === full ? undefined : full}>
      {short}
    </span>
  )
}

const UNITS = [
  { size: 1_000_000_000, suffix: 'B' },
  { size: 1_000_000, suffix: 'M' },
  { size: 1_000, suffix: 'K' },
]

/** All digits: 12345 gives '12,345'. */
export function exactCount(count: number): string {
  return count < 1_000 ? String(count) : withCommas(count)
}

/** A short count: exact below 10,000, then with one decimal, never rounded up. 12399 gives '12.3K'. */
export function formatCount(count: number): string {
  if (count < 10_000) return exactCount(count)
  const unit = UNITS.find((candidate) => count >= candidate.size)
  if (!unit) return exactCount(count)
  return `${withCommas(Math.floor((count / unit.size) * 10) / 10)}${unit.suffix}`
}

/** Made on first use. A formatter takes milliseconds that the first screen must not spend. */
let format: Intl.NumberFormat | undefined

function withCommas(count: number): string {
  format ??= new Intl.NumberFormat('en-US')
  return format.format(count)
}
