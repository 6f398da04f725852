import { exactCount, formatCount } from './format-count.ts'

/** A count in tabular digits, short past 10,000 and then exact on hover. */
export function Count({ value }: { value: number }) {
  const short = formatCount(value)
  const full = exactCount(value)
  return (
    <span className="tabular-nums" title={short === full ? undefined : full}>
      {short}
    </span>
  )
}
