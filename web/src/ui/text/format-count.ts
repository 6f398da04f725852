import { once } from '../once.ts'

const exact = once(() => new Intl.NumberFormat('en-US'))
const UNITS = [
  { size: 1_000_000_000, suffix: 'B' },
  { size: 1_000_000, suffix: 'M' },
  { size: 1_000, suffix: 'K' },
]

/** All digits: 12345 gives '12,345'. */
export function exactCount(count: number): string {
  return count < 1_000 ? String(count) : exact().format(count)
}

/** A short count: exact below 10,000, then with one decimal, never rounded up. 12399 gives '12.3K'. */
export function formatCount(count: number): string {
  if (count < 10_000) return exactCount(count)
  const unit = UNITS.find((candidate) => count >= candidate.size)
  if (!unit) return exactCount(count)
  return `${exact().format(Math.floor((count / unit.size) * 10) / 10)}${unit.suffix}`
}
