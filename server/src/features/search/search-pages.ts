import { PAGE_DEFAULT } from '@quack/contract/rules/limits'
import { scoreTexts } from '../../comparing/compare-in-thread.ts'
import type { HeavyConnections } from '../../database/database.ts'
import { COUNT_CODEC, type CursorCodec, cursorCodec, ID_CODEC } from '../../database/paging.ts'
import type { PageQuery } from '../posts/list-page.ts'
import { type FoundPosts, findPosts } from './find-posts.ts'
import type { PostSearch } from './post-search.ts'
import type { SearchedPost } from './search-posts.queries.ts'

/** A page that is not hydrated yet. */
export interface FoundPage extends Pick<FoundPosts, 'posts' | 'isFromIndex'> {
  readonly nextCursor: string | null
  /**
   * How far a search has come that is too broad for this page: the id of a post that the viewer may see, or where the
   * search began; null if the page is complete.
   */
  readonly searchedTo: number | null
  cursorAt(post: SearchedPost): string
}

/** A cursor is sealed for its viewer and search. */
export type SealCursor = <Key>(codec: CursorCodec<Key>) => CursorCodec<Key>

/** The posts with ids below this one are still to be shown; and up to where the search has come for the viewer. */
const NEWEST_CURSOR = cursorCodec('search', { below: ID_CODEC, searchedTo: ID_CODEC })

export async function readNewest(
  db: HeavyConnections,
  search: PostSearch,
  { limit = PAGE_DEFAULT, cursor }: PageQuery,
  seal: SealCursor,
): Promise<FoundPage> {
  const codec = seal(NEWEST_CURSOR)
  const start = cursor === undefined ? { below: search.below, searchedTo: search.below } : codec.read(cursor)
  const { posts: found, stoppedAt, lastSeen, isFromIndex } = await findPosts(db, search, start.below, limit + 1)
  const posts = found.slice(0, limit)
  const cursorAt = ({ id }: SearchedPost) => codec.write({ below: id, searchedTo: id })
  const last = posts.at(-1)
  if (found.length > limit && last)
    return { posts, isFromIndex, nextCursor: cursorAt(last), searchedTo: null, cursorAt }
  const searchedTo = lastSeen ?? start.searchedTo
  return {
    posts,
    isFromIndex,
    nextCursor: stoppedAt === null ? null : codec.write({ below: stoppedAt, searchedTo }),
    searchedTo: stoppedAt === null || posts.length === limit ? null : searchedTo,
    cursorAt,
  }
}

/** How many of the newest matches are ordered. */
const RANKED_MAX = 300
/**
 * The newest of the posts that are ordered, and the last one that was shown. So newer posts change no page. And up to
 * where the search has come for the viewer.
 */
const BEST_CURSOR = cursorCodec('best', { newest: ID_CODEC, searchedTo: ID_CODEC, score: COUNT_CODEC, id: ID_CODEC })
const BEFORE_FIRST = { score: 2 ** 31 - 1, id: Number.MAX_SAFE_INTEGER }

export async function readBest(
  db: HeavyConnections,
  search: PostSearch,
  { limit = PAGE_DEFAULT, cursor }: PageQuery,
  seal: SealCursor,
): Promise<FoundPage> {
  const codec = seal(BEST_CURSOR)
  const start = { newest: search.below - 1, searchedTo: search.below, ...BEFORE_FIRST }
  const after = cursor === undefined ? start : codec.read(cursor)
  const { posts: found, stoppedAt, lastSeen, isFromIndex } = await findPosts(db, search, after.newest + 1, RANKED_MAX)
  const newest = found[0]?.id ?? 0
  const scores = await scoreTexts(found, search.terms)
  const byPost = new Map(found.map((post, index) => [post, scores[index]]))
  const scored = (post: SearchedPost) => byPost.get(post) ?? 0
  const isAfter = (post: SearchedPost) =>
    scored(post) < after.score || (scored(post) === after.score && post.id < after.id)
  const rest = found.filter(isAfter).sort((a, b) => scored(b) - scored(a) || b.id - a.id)
  const posts = rest.slice(0, limit)
  const { searchedTo: before } = after
  const cursorAt = (post: SearchedPost) => codec.write({ newest, searchedTo: before, score: scored(post), id: post.id })
  const last = posts.at(-1)
  if (rest.length > limit && last) return { posts, isFromIndex, nextCursor: cursorAt(last), searchedTo: null, cursorAt }
  if (stoppedAt === null) return { posts, isFromIndex, nextCursor: null, searchedTo: null, cursorAt }
  const searchedTo = lastSeen ?? before
  const nextCursor = codec.write({ newest: stoppedAt - 1, searchedTo, ...BEFORE_FIRST })
  return { posts, isFromIndex, nextCursor, searchedTo, cursorAt }
}
