/** Calls whose times must not tell them apart, by name. */
export type Kinds = Readonly<Record<string, () => Promise<unknown>>>

const WARM_UP = 10

/**
 * Makes the calls in turn, in another order each round, and compares how long they take with the first kind by their
 * ranks. So it does not matter how fast the machine is, nor what else it does.
 * @returns for each other kind how likely a call of it takes longer than one of the first: 0.5 if they take the same
 */
export async function compareTimes(kinds: Kinds, rounds: number): Promise<Record<string, number>> {
  const all = Object.entries(kinds).map(([name, call]) => ({ name, call, times: [] as number[] }))
  for (let round = -WARM_UP; round < rounds; round++) {
    const order = all.map((_, index) => all[(index + round + WARM_UP) % all.length])
    // Every other round backwards: no kind always follows the same one.
    for (const kind of round % 2 === 0 ? order : order.reverse()) {
      const started = performance.now()
      await kind?.call()
      if (round >= 0) kind?.times.push(performance.now() - started)
    }
  }
  const [first, ...others] = all
  return Object.fromEntries(others.map(({ name, times }) => [name, shareOfLonger(times, first?.times ?? [])]))
}

/** Of all pairs, in how many the one of `these` is longer: the statistic of Mann and Whitney. */
function shareOfLonger(these: readonly number[], those: readonly number[]): number {
  let longer = 0
  for (const one of these) for (const other of those) longer += one > other ? 1 : one === other ? 0.5 : 0
  return longer / (these.length * those.length)
}
