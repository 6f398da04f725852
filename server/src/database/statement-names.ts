/** More than there are queries. Others are not prepared, because each connection keeps all prepared statements. */
const NAMES_MAX = 1_000
/** In characters. The text of a large multi-row insert is long and rarely repeats. */
const TEXT_MAX = 8_192

/**
 * Chooses which statements PostgreSQL prepares: those that are repeated. Parsing and planning takes longer than running
 * most of our statements.
 */
export class StatementNames {
  readonly #names = new Map<string, string | undefined>()
  #given = 0

  /** @returns the name of the prepared statement; undefined if the text is not to be prepared */
  of(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || text.length > TEXT_MAX) return known
    const name = this.#names.has(text) ? `quack_${++this.#given}` : undefined
    if (name !== undefined || this.#names.size < NAMES_MAX) this.#names.set(text, name)
    return name
  }
}
