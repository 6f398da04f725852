/** A comment as a model has it: which one it is, and which one it answers. */
interface Entry {
  readonly number: number
  readonly answers: number | null
}

/** A comment, or the place of one, with what stands below it, oldest first. */
export interface Branch<E extends Entry> {
  readonly entry: E
  readonly isPlace: boolean
  readonly below: readonly Branch<E>[]
  /** How many comments stand below, at any depth. */
  readonly count: number
}

/**
 * Branches, newest first. Places without answers are left out.
 * @param isPlace whether a comment is deleted or seen by nobody
 */
export function treeOf<E extends Entry>(entries: readonly E[], isPlace: (entry: E) => boolean): Branch<E>[] {
  const all = [...entries].sort((a, b) => a.number - b.number)
  const under = (number: number | null): Branch<E>[] =>
    all
      .filter(({ answers }) => answers === number)
      .map((entry) => {
        const below = under(entry.number)
        const count = below.reduce((sum, branch) => sum + branch.count + (branch.isPlace ? 0 : 1), 0)
        return { entry, isPlace: isPlace(entry), below, count }
      })
      .filter((branch) => !branch.isPlace || branch.count > 0)
  return under(null).reverse()
}

/** The first answers of a branch, each followed by the first answers to it. */
export const firstAnswers = <E extends Entry>({ below }: Branch<E>, [own, next]: readonly [number, number]) =>
  below.slice(0, own).flatMap((answer) => [answer, ...answer.below.slice(0, next)])
