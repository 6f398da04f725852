import type { ChangeLog } from '../../database/changes.ts'
import type { MemberId } from '../../database/schema.ts'
import { SecondChance } from '../../second-chance.ts'
import { KnownPage } from './known-page.ts'
import type { IdPage, ViewedPage } from './remembered-page.ts'

/** All remembered pages together, in bytes: about 12,000, and what remembering them takes is most of it. */
const BYTES_MAX = 12 * 2 ** 20

/** Which posts stand on which page of a list. A new post is put where it belongs; any other change has the page read anew. */
export class KnownLists {
  readonly #log: ChangeLog
  /** By what is asked for and by whose it is. One text of both for each request would be garbage that stays for long. */
  readonly #pages = new Map<string, Map<MemberId | null, KnownPage>>()
  /** All of them, in the order in which they go. */
  readonly #all = new SecondChance<KnownPage, KnownPage>()
  hits = 0
  misses = 0

  constructor(log: ChangeLog) {
    this.#log = log
  }

  get entries(): number {
    return this.#all.size
  }
  get bytes(): number {
    return this.#all.weight
  }

  /** A page that is remembered, as it is now. */
  find({ page: asked, viewer }: ViewedPage): IdPage | null {
    const known = this.#pages.get(asked.name)?.get(viewer)
    if (!known) return null
    known.isUsed = true
    const page = known.current(this.#log)
    if (page) this.hits++
    else this.#delete(known)
    return page
  }

  /** One that is not, which is then. */
  async read(viewed: ViewedPage): Promise<IdPage> {
    this.misses++
    const { position } = this.#log
    const page = await viewed.page.read(viewed.viewer)
    this.#put(new KnownPage(viewed, page, position))
    while (this.#all.weight > BYTES_MAX) {
      const gone = this.#all.deleteOldest()
      if (gone) this.#unlist(gone)
    }
    return page
  }

  #put(known: KnownPage): void {
    const { name } = known.page
    const same = this.#pages.get(name) ?? new Map<MemberId | null, KnownPage>()
    this.#pages.set(name, same)
    const former = same.get(known.viewer)
    if (former) this.#all.delete(former)
    same.set(known.viewer, known)
    this.#all.set(known, known)
  }

  #delete(known: KnownPage): void {
    this.#all.delete(known)
    this.#unlist(known)
  }

  #unlist({ page: { name }, viewer }: KnownPage): void {
    const same = this.#pages.get(name)
    same?.delete(viewer)
    if (same?.size === 0) this.#pages.delete(name)
  }
}
