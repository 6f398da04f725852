/** Binary search in a list in ascending order. */
export function includesSorted(sorted: Float64Array, value: number): boolean {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return sorted[low] === value
}
