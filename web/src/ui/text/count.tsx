import { exactCount, formatCount } from './format-count.ts'

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
