/** More than we have queries. Texts that come later are not prepared: each connection keeps what it has prepared. */
const NAMES_MAX = 1_000
/** Inserts of many rows are as long as they have rows, and seldom come again. In characters. */
const TEXT_MAX = 8_192

/**
 * Which statements PostgreSQL prepares: those that come again. Parsing and planning a statement takes longer than most
 * of ours take to run.
 */
export class StatementNames {
  readonly #names = new Map<string, string | undefined>()
  #given = 0

  /** @returns the name to prepare a text by; undefined where it shall be sent as it is */
  of(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || text.length > TEXT_MAX) return known
    const name = this.#names.has(text) ? `quack_${++this.#given}` : undefined
    if (name !== undefined || this.#names.size < NAMES_MAX) this.#names.set(text, name)
    return name
  }
}
