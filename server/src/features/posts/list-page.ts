import type { Found } from '../../cache/cache.ts'
import { type CursorCodec, type PageRequest, readPage } from '../../database/paging.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { pageOf } from '../../reading/list-query.ts'
import { type PostJson, type Reason, type Reasons, reasonsOf } from './post-json.ts'

export interface PageQuery {
  readonly limit?: number
  readonly cursor?: string
}

/** By what a list is ordered: the ids of its posts, or places of its own. */
export type Place = { readonly id: number } | { readonly at: number }

/** A page of a list of posts, not read yet. */
export interface PostList<Key, Row extends Key & { readonly id: PostId }> {
  readonly codec: CursorCodec<Key>
  readonly query: PageQuery
  readonly load: (page: PageRequest<Key>) => Promise<readonly Row[]>
  /** Why posts are in a list, after it was read: for those that are not there because of their authors. */
  readonly reasons?: (ids: readonly PostId[]) => Promise<ReadonlyMap<PostId, Reason>>
}

/** The ids of the posts on one page of a list. */
export interface IdPage {
  readonly ids: readonly PostId[]
  readonly nextCursor: string | null
  /** The reasons of the list. */
  readonly because?: Reasons
  /** Where the posts are in a list that is ordered by id, if some are not in their own places. */
  readonly places?: readonly number[]
  /** As in CachedList; undefined for a list without reposts. */
  readonly reposted?: Float64Array | null
  /**
   * What an answer has found in the cache of posts, in its order, for the next one (PostPages); undefined for a post that
   * was not there.
   */
  found?: (Found<PostJson> | undefined)[]
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
  /**
   * If it contains posts of everybody, with hashtags or by reposts: the members whose posts the reader does not get.
   */
  readonly without?: Float64Array
  /** Whether reposts may bring posts into it. */
  readonly hasReposts?: boolean
}

/** A list of which pages are cached. */
export interface CachedList<Key, Row extends Key & { readonly id: PostId }> extends PostList<Key, Row> {
  /** Unique per list. */
  readonly name: string
  readonly order: PageKey['order']
  readonly named?: MemberId
  readonly isForFollowers?: boolean
  /** The cursor that continues a list that is `newest` after this place. */
  readonly cursorAt: (place: number) => string
  /** Of a list that is `ranked`: all posts that reposts may bring into it, in ascending order; null for too many. */
  readonly reposted?: () => Promise<Float64Array | null>
}

/** A page of a cached list, not read yet. Only the handler that created it reads it. */
export interface ListPage {
  readonly key: PageKey
  readonly cursorAt: (place: number) => string
  read(): Promise<IdPage>
}

/** @throws CursorError if the cursor is not one of this list */
export function listPage<Key extends Place, Row extends Key & { readonly id: PostId }>(
  list: CachedList<Key, Row>,
  embed: number,
): ListPage {
  const { name, order, named, isForFollowers = false, cursorAt, codec, query, load, reasons } = list
  const asked = pageOf(query)
  const { limit, cursor } = asked
  const after = cursor === undefined ? Number.POSITIVE_INFINITY : placeOf(codec.read(cursor))
  return {
    key: { name: `${name} ${limit} ${cursor ?? ''}`, order, limit, after, embed, named, isForFollowers },
    cursorAt,
    async read() {
      const { entries, nextCursor } = await readPage(codec, asked, load)
      const ids = entries.map(({ id }) => id)
      const places = entries.map(placeOf)
      const found = await reasons?.(ids)
      const reposted = await list.reposted?.()
      return {
        ...{ ids, nextCursor },
        ...(found && found.size > 0 && { because: reasonsOf(ids.map((id) => found.get(id))) }),
        ...(places.some((place, index) => place !== ids[index]) && { places }),
        ...(reposted !== undefined && { reposted }),
      }
    },
  }
}

const placeOf = (key: Place): number => ('at' in key ? key.at : key.id)
