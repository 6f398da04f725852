import { type CursorCodec, type PageRequest, readPage } from '../../database/paging.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import type { Hidden } from '../../http/hidden.ts'
import { pageOf } from '../../http/list-query.ts'
import type { BecauseJson } from './because-json.ts'

export interface PageQuery {
  readonly limit?: number
  readonly cursor?: string
}

/** A page of a list of posts, not read yet. */
export interface PostList<Key, Row extends Key & { readonly id: PostId }> {
  readonly codec: CursorCodec<Key>
  readonly query: PageQuery
  readonly load: (page: PageRequest<Key>) => Promise<readonly Row[]>
}

/** The ids of the posts on one page of a list. */
export interface IdPage {
  readonly ids: readonly PostId[]
  readonly nextCursor: string | null
  /** In a feed with followed hashtags: why posts of authors who are not followed are in it. */
  readonly because?: ReadonlyMap<PostId, BecauseJson>
}

/**
 * A page as one address requests it. It is created once per address and then reused: its name, its order and its
 * cursors are the same for any reader. Only the handler that created it reads it.
 */
export interface ListPage {
  /** Unique per page. */
  readonly name: string
  /** By id; or `ranked`, by likes. */
  readonly order: 'newest' | 'oldest' | 'ranked'
  readonly limit: number
  /** Of a page that is `newest`: it contains ids below this one. Infinite for the first page. */
  readonly after: number
  read(): Promise<IdPage>
  /** The cursor that continues the list after this post. */
  cursorAt(post: PostId): string
}

/** A page of a list for one reader. */
export interface ReaderPage {
  readonly page: ListPage
  /** The member whose list it is; null for a list that is the same for all. */
  readonly reader: MemberId | null
  /** The members whose posts the list contains, in ascending order; 'all' for everybody. */
  readonly authors: Float64Array | 'all'
  /** The hashtags whose posts it contains, in ascending order, if it has any. */
  readonly tags?: Float64Array
  /** If it contains posts of everybody, or with hashtags: the members whose posts the reader does not get. */
  readonly without?: Float64Array
  /** The member whose username is in the URL. The plan is dropped when this member changes. */
  readonly named?: MemberId
}

/**
 * The page at one URL for a reader, or for a visitor. Null if the handler has to answer: the authors of the reader's feed
 * are not cached, or the list depends on the reader's muted words.
 */
export type PageFor = (reader: MemberId | null, hidden: Hidden) => ReaderPage | null

/** How a list is cached. */
export interface CachedList<Key> {
  /** Unique per list. */
  readonly name: string
  readonly order: ListPage['order']
  /** The keyset key of a post, for lists that are ordered by id. */
  readonly keyOf: (id: PostId) => Key
}

/** @throws CursorError if the cursor is not one of this list */
export function listPage<Key extends { readonly id: number }, Row extends Key & { readonly id: PostId }>(
  { name, order, keyOf }: CachedList<Key>,
  { codec, query, load }: PostList<Key, Row>,
): ListPage {
  const asked = pageOf(query)
  const { limit, cursor } = asked
  return {
    name: `${name} ${limit} ${cursor ?? ''}`,
    order,
    limit,
    after: cursor === undefined ? Number.POSITIVE_INFINITY : codec.read(cursor).id,
    async read() {
      const { entries, nextCursor } = await readPage(codec, asked, load)
      return { ids: entries.map(({ id }) => id), nextCursor }
    },
    cursorAt: (post) => codec.write(keyOf(post)),
  }
}
