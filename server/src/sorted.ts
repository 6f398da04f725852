/** Where a value stands in a list in ascending order; -1 where it does not. */
export function indexOfSorted(sorted: Float64Array, value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return sorted[low] === value ? low : -1
}

export const includesSorted = (sorted: Float64Array, value: number): boolean => indexOfSorted(sorted, value) !== -1
