/** Splits a total into a few large parts and a long tail: part n weighs 1 / (n + 10) ** 0.8. The sum is exact. */
export function skewed(total: number, parts: number, largest: number): number[] {
  const weights = Array.from({ length: parts }, (_, index) => 1 / (index + 10) ** 0.8)
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const counts = weights.map((weight) => Math.min(largest, Math.floor((total * weight) / sum)))
  let rest = total - counts.reduce((all, count) => all + count, 0)
  for (let index = 0; rest > 0; index = (index + 1) % parts) {
    const count = counts[index] ?? 0
    if (count >= largest) continue
    counts[index] = count + 1
    rest--
  }
  return counts
}

/** `count` distinct numbers below `end`, without `not`. */
export function* different(count: number, end: number, start: number, not = -1): Generator<number> {
  // A step that is coprime to `end` reaches every number once.
  let step = 1 + ((start * 7_919) % (end - 1))
  while (greatestDivisor(step, end) !== 1) step++
  for (let at = start % end, found = 0; found < count; at = (at + step) % end) {
    if (at === not) continue
    found++
    yield at
  }
}
const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b))
