import { type ChangeLog, type Concern, POSTS_OF } from '../../database/changes.ts'
import { readPage } from '../../database/paging.ts'
import type { PostId } from '../../database/schema.ts'
import { Kept } from '../../http/kept.ts'
import { pageOf } from '../../http/list-query.ts'
import { Sources } from '../../http/sources.ts'
import type { RememberedList } from './posts.answer.ts'

/** All kept lists together, in bytes: about 10,000, and what keeping them takes is most of it. */
const BYTES_MAX = 12 * 2 ** 20

interface ById {
  readonly id: number
}

/** One page of a list. */
export interface IdPage {
  readonly ids: readonly PostId[]
  readonly nextCursor: string | null
}

/** As it is kept. */
interface KnownPage {
  page: IdPage
  /** Posts that came since, which are not in it yet. */
  added: PostId[]
}

/** Which posts stand on which page of a list. A new post is put where it belongs; any other change has the page read anew. */
export class KnownLists {
  readonly pages: Kept<KnownPage>

  constructor(log: ChangeLog) {
    this.pages = new Kept(log, BYTES_MAX)
  }

  async read<Place extends ById, Row extends Place & { readonly id: PostId }>(
    list: RememberedList<Place, Row>,
  ): Promise<IdPage> {
    const { limit, cursor } = pageOf(list.query)
    const key = `${list.name} ${limit} ${cursor ?? ''}`
    const kept = this.pages.find(key)?.value
    if (!kept) return this.#readAnew(list, key)
    if (kept.added.length > 0) {
      kept.page = withNewest(list, kept.page, kept.added, limit)
      kept.added = []
    }
    return kept.page
  }

  async #readAnew<Place extends ById, Row extends Place & { readonly id: PostId }>(
    list: RememberedList<Place, Row>,
    key: string,
  ): Promise<IdPage> {
    const { position } = this.pages
    const isAdmitted = this.pages.admits(key, false)
    const { entries, nextCursor } = await readPage(list.form, pageOf(list.query), list.load)
    const page = { ids: entries.map(({ id }) => id), nextCursor }
    if (isAdmitted) {
      const kept: KnownPage = { page, added: [] }
      const bytes = 8 * page.ids.length + (nextCursor?.length ?? 0)
      this.pages.keep(key, kept, bytes, concernsOf(list, kept), position)
    }
    return page
  }
}

/** Takes note of new posts where that is enough. */
function concernsOf<Place extends ById, Row extends Place & { readonly id: PostId }>(
  { form, order, query, viewer, describe }: RememberedList<Place, Row>,
  kept: KnownPage,
): Concern {
  const after = query.cursor === undefined ? Number.POSITIVE_INFINITY : form.read(query.cursor).id
  const sources = new Sources(viewer)
  describe(sources)
  sources.freeze()
  return (kind, a, b) => {
    const isNewPost = kind === POSTS_OF && b !== 0
    if (!isNewPost || order === 'ranked') return sources.concerns(kind, a, b)
    if (!sources.lists(a)) return false
    // Behind the page, but where that is the last one.
    if (order === 'oldest') return kept.page.nextCursor === null || b < (kept.page.ids.at(-1) ?? 0)
    // Before the page, as pages after the first begin with older posts.
    if (b < after) kept.added.push(b as PostId)
    return false
  }
}

function withNewest<Place extends ById, Row extends Place & { readonly id: PostId }>(
  { form, placeOf }: RememberedList<Place, Row>,
  { ids, nextCursor }: IdPage,
  added: readonly PostId[],
  limit: number,
): IdPage {
  const all = [...new Set([...added, ...ids])].sort((a, b) => b - a)
  const last = all[limit - 1]
  if (all.length <= limit || last === undefined) return { ids: all, nextCursor }
  return { ids: all.slice(0, limit), nextCursor: form.write(placeOf(last)) }
}
