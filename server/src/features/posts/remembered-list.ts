import { readPage } from '../../database/paging.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { pageOf } from '../../http/list-query.ts'
import type { PostList } from './posts.answer.ts'

/** Which posts stand on one page of a list. */
export interface IdPage {
  readonly ids: readonly PostId[]
  readonly nextCursor: string | null
}

/** What decides when a page of a list has to be read anew. */
export interface Changing<Place> {
  /** Another one for every other list. */
  readonly name: string
  /** The member whose list it is, if it is one member's. */
  readonly viewer: MemberId | null
  /** How it is ordered: by ids, or in a way that a new post may change anywhere. */
  readonly order: 'newest' | 'oldest' | 'ranked'
  /** It holds what they write. Ascending; 'all' for everybody. */
  readonly authors: Float64Array | 'all'
  /** Of a post in a list that is ordered by ids. */
  readonly placeOf: (id: PostId) => Place
}

/** One page of a list that is remembered, before it is read. */
export interface RememberedList extends Omit<Changing<never>, 'placeOf'> {
  readonly query: { readonly limit?: number; readonly cursor?: string }
  read(): Promise<IdPage>
  /** The cursor of what comes after this post. */
  cursorAt(post: PostId): string
  /** The id that the page starts after. */
  after(): number
}

/** The list at one address as it is for a viewer, or for a visitor; null when that is not known. */
export type ListFor = (viewer: MemberId | null) => RememberedList | null

export function rememberedList<Place extends { readonly id: number }, Row extends Place & { readonly id: PostId }>(
  { form, query, load }: PostList<Place, Row>,
  { placeOf, ...changing }: Changing<Place>,
): RememberedList {
  return {
    ...changing,
    query,
    async read() {
      const { entries, nextCursor } = await readPage(form, pageOf(query), load)
      return { ids: entries.map(({ id }) => id), nextCursor }
    },
    cursorAt: (post) => form.write(placeOf(post)),
    after: () => (query.cursor === undefined ? Number.POSITIVE_INFINITY : form.read(query.cursor).id),
  }
}
