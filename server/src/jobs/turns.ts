/** Rows that are read for each that is wanted, to find some of different owners. */
const READ = 20
const PAGE_MAX = 1_000
/** Reads of one choice for owners who have had no turn. What they do not find has its turn later. */
const PAGES_MAX = 4
/** Owners whose turn is remembered. */
const REMEMBERED = 1_000

export interface Owned<Key = number | string> {
  /** Of the row, in its table. */
  readonly key: Key
  /** Whose it is; 0 if it is nobody's. */
  readonly owner: number
}

interface Choice<Row> {
  readonly limit: number
  /** Reads rows that wait, those that have waited longest first, of all owners but these. */
  readonly list: (except: readonly number[], limit: number) => Promise<readonly Row[]>
  /** @returns false if the row cannot be had now */
  readonly take: (row: Row) => boolean
}

/**
 * Lets the owners of waiting rows take turns: who has had one waits until all others who wait have had one. So another
 * one's row does not wait for all rows of an owner who has many.
 */
export class Turns<Row extends Owned> {
  /** Who has had a turn while others waited. */
  #had = new Set<number>()

  /** Chooses rows, as far as possible of different owners. */
  async choose({ limit, list, take }: Choice<Row>): Promise<Row[]> {
    const [isFirst, size] = [this.#had.size === 0, Math.min(PAGE_MAX, limit * READ)]
    const [chosen, left]: [Row[], Row[]] = [[], []]
    const seen = new Set(this.#had)
    let isAll = false
    for (let page = 0; page < PAGES_MAX && chosen.length < limit && !isAll; page++) {
      const rows = await list([...seen], size)
      isAll = rows.length < size
      for (const row of rows) {
        if (chosen.length < limit && !this.#had.has(row.owner) && take(row)) {
          chosen.push(row)
          this.#had.add(row.owner)
        } else left.push(row)
        seen.add(row.owner)
      }
    }
    if (chosen.length === limit) {
      for (const owner of this.#had) if (this.#had.size > REMEMBERED) this.#had.delete(owner)
      return chosen
    }
    // All others have had their turn.
    const keys = new Set(chosen.map(({ key }) => key))
    const rest = isFirst && isAll ? left : (await list([], size)).filter(({ key }) => !keys.has(key))
    this.#had = new Set(chosen.map(({ owner }) => owner))
    const more = inTurn(rest)
      .filter((row) => chosen.length < limit && take(row) && chosen.push(row))
      .map(({ owner }) => owner)
    this.#had = chosen.length === limit ? new Set([...this.#had, ...more]) : new Set()
    return chosen
  }
}

/** The first row of each owner, then the second of each, and so on. */
function inTurn<Row extends Owned>(rows: readonly Row[]): Row[] {
  const rounds: Row[][] = []
  const counts = new Map<number, number>()
  for (const row of rows) {
    const round = counts.get(row.owner) ?? 0
    counts.set(row.owner, round + 1)
    const rowsOfRound = rounds[round] ?? []
    rounds[round] = rowsOfRound
    rowsOfRound.push(row)
  }
  return rounds.flat()
}
