import { PAGE_DEFAULT } from '@quack/contract/rules/limits'
import { scoreTexts } from '../../comparing/compare-in-thread.ts'
import type { HeavyConnections } from '../../database/database.ts'
import { COUNT_CODEC, cursorCodec, ID_CODEC } from '../../database/paging.ts'
import type { PageQuery } from '../posts/list-page.ts'
import { type FoundPosts, findPosts } from './find-posts.ts'
import type { PostSearch } from './post-search.ts'
import type { SearchedPost } from './search-posts.queries.ts'

/** A page that is not hydrated yet. */
export interface FoundPage extends Pick<FoundPosts, 'posts' | 'isFromIndex'> {
  readonly nextCursor: string | null
  /** Where a search has stopped that is too broad for this page; null if the page is complete. */
  readonly stoppedAt: number | null
  cursorAt(post: SearchedPost): string
}

/** The posts with ids below this one are still to be shown. */
const NEWEST_CURSOR = cursorCodec('search', { below: ID_CODEC })

export async function readNewest(
  db: HeavyConnections,
  search: PostSearch,
  { limit = PAGE_DEFAULT, cursor }: PageQuery,
): Promise<FoundPage> {
  const { below } = cursor === undefined ? search : NEWEST_CURSOR.read(cursor)
  const { posts: found, stoppedAt, isFromIndex } = await findPosts(db, search, below, limit + 1)
  const posts = found.slice(0, limit)
  const cursorAt = ({ id }: SearchedPost) => NEWEST_CURSOR.write({ below: id })
  const last = posts.at(-1)
  const next = found.length > limit && last ? last.id : stoppedAt
  return {
    posts,
    isFromIndex,
    nextCursor: next === null ? null : NEWEST_CURSOR.write({ below: next }),
    stoppedAt: posts.length < limit ? stoppedAt : null,
    cursorAt,
  }
}

/** How many of the newest matches are ordered. */
const RANKED_MAX = 300
/** The newest of the posts that are ordered, and the last one that was shown. So newer posts change no page. */
const BEST_CURSOR = cursorCodec('best', { newest: ID_CODEC, score: COUNT_CODEC, id: ID_CODEC })
const BEFORE_FIRST = { score: 2 ** 31 - 1, id: Number.MAX_SAFE_INTEGER }

export async function readBest(
  db: HeavyConnections,
  search: PostSearch,
  { limit = PAGE_DEFAULT, cursor }: PageQuery,
): Promise<FoundPage> {
  const after = cursor === undefined ? { newest: search.below - 1, ...BEFORE_FIRST } : BEST_CURSOR.read(cursor)
  const { posts: found, stoppedAt, isFromIndex } = await findPosts(db, search, after.newest + 1, RANKED_MAX)
  const newest = found[0]?.id ?? 0
  const scores = await scoreTexts(found, search.terms)
  const byPost = new Map(found.map((post, index) => [post, scores[index]]))
  const scored = (post: SearchedPost) => byPost.get(post) ?? 0
  const isAfter = (post: SearchedPost) =>
    scored(post) < after.score || (scored(post) === after.score && post.id < after.id)
  const rest = found.filter(isAfter).sort((a, b) => scored(b) - scored(a) || b.id - a.id)
  const posts = rest.slice(0, limit)
  const cursorAt = (post: SearchedPost) => BEST_CURSOR.write({ newest, score: scored(post), id: post.id })
  const last = posts.at(-1)
  if (rest.length > limit && last) return { posts, isFromIndex, nextCursor: cursorAt(last), stoppedAt: null, cursorAt }
  const goOn = stoppedAt === null ? null : BEST_CURSOR.write({ newest: stoppedAt - 1, ...BEFORE_FIRST })
  return { posts, isFromIndex, nextCursor: goOn, stoppedAt, cursorAt }
}
