import type { ChangeLog } from '../../database/changes.ts'
import { SecondChance } from '../../second-chance.ts'
import { type AskedPage, KnownPage } from './known-page.ts'
import type { IdPage } from './remembered-list.ts'

/** All remembered pages together, in bytes: about 12,000, and what remembering them takes is most of it. */
const BYTES_MAX = 12 * 2 ** 20

/** Which posts stand on which page of a list. A new post is put where it belongs; any other change has the page read anew. */
export class KnownLists {
  readonly #log: ChangeLog
  readonly #pages = new SecondChance<string, KnownPage>()
  hits = 0
  misses = 0

  constructor(log: ChangeLog) {
    this.#log = log
  }

  get entries(): number {
    return this.#pages.size
  }
  get bytes(): number {
    return this.#pages.weight
  }

  /** A page that is remembered, as it is now. */
  find({ key }: AskedPage): IdPage | null {
    const known = this.#pages.get(key)
    if (!known) return null
    const page = known.current(this.#log)
    if (page) this.hits++
    else this.#pages.delete(key)
    return page
  }

  /** One that is not, which is then. */
  async read(asked: AskedPage): Promise<IdPage> {
    this.misses++
    const { position } = this.#log
    const page = await asked.list.read()
    this.#pages.set(asked.key, new KnownPage(asked, page, position))
    while (this.#pages.weight > BYTES_MAX) this.#pages.deleteOldest()
    return page
  }
}
