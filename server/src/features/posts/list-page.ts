import { type CursorCodec, type PageRequest, readPage } from '../../database/paging.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { pageOf } from '../../reading/list-query.ts'
import { type Reasons, reasonsOf } from './post-json.ts'

export interface PageQuery {
  readonly limit?: number
  readonly cursor?: string
}

/** A page of a list of posts, not read yet. */
export interface PostList<Key, Row extends Key & { readonly id: PostId }> {
  readonly codec: CursorCodec<Key>
  readonly query: PageQuery
  readonly load: (page: PageRequest<Key>) => Promise<readonly Row[]>
  /** In a feed with followed hashtags: those because of which posts of authors who are not followed are in it. */
  readonly reasons?: (ids: readonly PostId[]) => Promise<ReadonlyMap<PostId, string>>
}

/** The ids of the posts on one page of a list. */
export interface IdPage {
  readonly ids: readonly PostId[]
  readonly nextCursor: string | null
  /** The reasons of the list. */
  readonly because?: Reasons
}

/** A page of a list as one address requests it: the same for any reader. */
export interface PageKey {
  /** Unique per page. */
  readonly name: string
  /** By id; or `ranked`, by likes. */
  readonly order: 'newest' | 'oldest' | 'ranked'
  readonly limit: number
  /** Of a page that is `newest`: it contains ids below this one. Infinite for the first page. */
  readonly after: number
  /** The maximum length of nested lists. */
  readonly embed: number
  /** The member whose posts the list contains, whose username is in the URL. */
  readonly named: MemberId | undefined
  /** Whether only this member's followers see the list. */
  readonly isForFollowers: boolean
}

/** Whose page it is, and what is on it for this reader. */
export interface PageReader {
  /** The member whose list it is; null for a list that is the same for all. */
  readonly id: MemberId | null
  /** The members whose posts the list contains, in ascending order; or one member; 'all' for everybody. */
  readonly authors: Float64Array | MemberId | 'all'
  /** The hashtags whose posts it contains, in ascending order, if it has any. */
  readonly tags?: Float64Array
  /** If it contains posts of everybody, or with hashtags: the members whose posts the reader does not get. */
  readonly without?: Float64Array
}

/** A list of which pages are cached. */
export interface CachedList<Key, Row extends Key & { readonly id: PostId }> extends PostList<Key, Row> {
  /** Unique per list. */
  readonly name: string
  readonly order: PageKey['order']
  readonly named?: MemberId
  readonly isForFollowers?: boolean
  /** The cursor that continues a list that is `newest` after this post. */
  readonly cursorAt: (post: PostId) => string
}

/** A page of a cached list, not read yet. Only the handler that created it reads it. */
export interface ListPage {
  readonly key: PageKey
  readonly cursorAt: (post: PostId) => string
  read(): Promise<IdPage>
}

/** @throws CursorError if the cursor is not one of this list */
export function listPage<Key extends { readonly id: number }, Row extends Key & { readonly id: PostId }>(
  { name, order, named, isForFollowers = false, cursorAt, codec, query, load, reasons }: CachedList<Key, Row>,
  embed: number,
): ListPage {
  const asked = pageOf(query)
  const { limit, cursor } = asked
  const after = cursor === undefined ? Number.POSITIVE_INFINITY : codec.read(cursor).id
  return {
    key: { name: `${name} ${limit} ${cursor ?? ''}`, order, limit, after, embed, named, isForFollowers },
    cursorAt,
    async read() {
      const { entries, nextCursor } = await readPage(codec, asked, load)
      const ids = entries.map(({ id }) => id)
      if (!reasons) return { ids, nextCursor }
      const tags = await reasons(ids)
      return tags.size === 0
        ? { ids, nextCursor }
        : { ids, nextCursor, because: reasonsOf(ids.map((id) => tags.get(id))) }
    },
  }
}
