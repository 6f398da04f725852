import { readPage } from '../../database/paging.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { pageOf } from '../../http/list-query.ts'
import type { PostList } from './posts.answer.ts'

/** Which posts stand on one page of a list. */
export interface IdPage {
  readonly ids: readonly PostId[]
  readonly nextCursor: string | null
}

/** What a list is remembered by. */
export interface ListKind<Place> {
  /** Another one for every other list. */
  readonly name: string
  /** How it is ordered: by ids, or in a way that a new post may change anywhere. */
  readonly order: 'newest' | 'oldest' | 'ranked'
  /** Of a post in a list that is ordered by ids. */
  readonly placeOf: (id: PostId) => Place
}

/** One page of a list as one address asks for it, whoever comes. It is made once, and asked often. */
export interface RememberedPage {
  /** Another one for every other page. */
  readonly name: string
  readonly order: ListKind<never>['order']
  readonly limit: number
  /** The id that it starts after. */
  readonly after: number
  read(viewer: MemberId | null): Promise<IdPage>
  /** The cursor of what comes after this post. */
  cursorAt(post: PostId): string
}

/** Such a page as it is for a viewer. */
export interface ViewedPage {
  readonly page: RememberedPage
  /** The member whose list it is, if it is one member's. */
  readonly viewer: MemberId | null
  /** It holds what they write. Ascending; 'all' for everybody. */
  readonly authors: Float64Array | 'all'
}

/** The page at one address as it is for a viewer, or for a visitor; null when that is not known. */
export type PageFor = (viewer: MemberId | null) => ViewedPage | null

/** @throws CursorError when the cursor is not one of this list */
export function rememberedPage<Place extends { readonly id: number }, Row extends Place & { readonly id: PostId }>(
  { name, order, placeOf }: ListKind<Place>,
  { form, query }: Omit<PostList<Place, Row>, 'load'>,
  loadFor: (viewer: MemberId | null) => PostList<Place, Row>['load'],
): RememberedPage {
  const asked = pageOf(query)
  const { limit, cursor } = asked
  return {
    name: `${name} ${limit} ${cursor ?? ''}`,
    order,
    limit,
    after: cursor === undefined ? Number.POSITIVE_INFINITY : form.read(cursor).id,
    async read(viewer) {
      const { entries, nextCursor } = await readPage(form, asked, loadFor(viewer))
      return { ids: entries.map(({ id }) => id), nextCursor }
    },
    cursorAt: (post) => form.write(placeOf(post)),
  }
}

/** What a list is remembered by that is the same for all, and who writes what it holds. */
export interface SharedKind<Place> extends ListKind<Place> {
  readonly authors: ViewedPage['authors']
}

/** The page of such a list. */
export function samePageForAll<Place extends { readonly id: number }, Row extends Place & { readonly id: PostId }>(
  { authors, ...kind }: SharedKind<Place>,
  list: PostList<Place, Row>,
): PageFor {
  const page = rememberedPage(kind, list, () => list.load)
  const viewed = { page, viewer: null, authors }
  return () => viewed
}
