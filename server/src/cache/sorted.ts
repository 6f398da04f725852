/** Binary search in a list in ascending order. @returns -1 if the list does not contain the value */
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

export function includesSorted(sorted: Float64Array, value: number): boolean {
  return indexOfSorted(sorted, value) >= 0
}
