import type { ChangeNotes } from './changes.ts'

/** Who is told of the commits of this process. */
export class Commits {
  readonly #listeners: ((notes: ChangeNotes) => void)[] = []

  readonly listen = (listener: (notes: ChangeNotes) => void): void => {
    this.#listeners.push(listener)
  }

  /** @param notes what one transaction said; silent where nobody knows what was changed */
  tell(notes: ChangeNotes): void {
    for (const listener of this.#listeners) listener(notes)
  }
}
