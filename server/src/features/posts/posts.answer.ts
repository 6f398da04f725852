import type { Post, PostsAnswer } from '@quack/contract'
import type { FastifyReply } from 'fastify'
import { type Connection, type Database, tryCatchUp } from '../../database/database.ts'
import type { PageRequest } from '../../database/paging.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { readEntityPage } from '../../http/entity-page.ts'
import { type Hidden, isHidden } from '../../http/hidden.ts'
import type { JsonAnswer } from '../../http/json-answer.ts'
import type { Hydration } from '../../http/list-query.ts'
import { prefersMinimal } from '../../http/prefer.ts'
import { mayRead } from '../follows/may-read.ts'
import { withoutHidden } from './filter-by-text.ts'
import { type CachedList, listPage, type PageFor, type PageQuery, type PostList, type ReaderPage } from './list-page.ts'
import { hidingOf, withMutedWord } from './muted-words.ts'
import { listIdsNewestFirst, POSTS_CURSOR } from './post-lists.queries.ts'
import type { PostPages } from './post-pages.ts'
import { getPost, hydrateOwnPosts, hydratePosts } from './posts.hydrate.ts'

interface PostsPage {
  readonly posts: Post[]
  readonly nextCursor: string | null
}

/** Reads a page of any list of posts: first the ids, then the posts. */
export async function readPostsPage<Key, Row extends Key & { readonly id: PostId }>(
  db: Connection,
  { codec, query, load }: PostList<Key, Row>,
  hydration: Hydration,
  hydrate = hydratePosts,
): Promise<PostsPage> {
  const { entities, nextCursor } = await readEntityPage(codec, query, load, (ids: readonly PostId[]) =>
    hydrate(db, ids, hydration),
  )
  return { posts: entities, nextCursor }
}

/** Pages of ids that are read at most to fill one, when posts with muted words are left out. */
const READS_MAX = 20

/**
 * As readPostsPage, for lists in which the viewer's muted words count: the posts that they hide are left out, and the
 * page is filled with the next ones, unless nearly all are hidden. Own posts are never hidden.
 */
export async function readPostsList<Key, Row extends Key & { readonly id: PostId }>(
  db: Database,
  list: PostList<Key, Row>,
  hydration: Hydration,
  hydrate = hydratePosts,
): Promise<PostsPage> {
  const { viewer, hidden } = hydration
  const { words } = hidden
  if (!words) return readPostsPage(db.read, list, hydration, hydrate)
  const hiding = hidingOf(words, viewer)
  const own = new Set<string>()
  let stoppedAt: Key | null = null

  async function loadShown(request: PageRequest<Key>): Promise<readonly Row[]> {
    const shown: Row[] = []
    let { after } = request
    for (let reads = 1; ; reads++) {
      const rows = await list.load({ ...request, after })
      // The texts alone are read, because most of the posts may be hidden.
      const passed = await withoutHidden(db.heavy, rows, viewer, hiding)
      shown.push(...passed.shown)
      for (const id of passed.own) own.add(String(id))
      const last = rows.at(-1)
      if (shown.length >= request.limit || rows.length < request.limit || last === undefined) return shown
      after = last
      if (reads < READS_MAX) continue
      stoppedAt = last
      return shown
    }
  }

  const page = await readPostsPage(db.read, { ...list, load: loadShown }, hydration, hydrate)
  const posts = page.posts.map((post) => (own.has(post._id) ? post : withMutedWord(post, words)))
  const nextCursor = page.nextCursor ?? (stoppedAt === null ? null : list.codec.write(stoppedAt))
  return { posts, nextCursor }
}

interface SharedList<Key, Row extends Key & { readonly id: PostId }> extends Pick<ReaderPage, 'authors' | 'named'> {
  /** The member whose followers alone see it. */
  readonly followersOf?: MemberId | null
  /** The same list as the member named in the URL sees it, whose own hidden posts are in it. */
  readonly own?: PostList<Key, Row>
}

/**
 * A page of a list that is the same for all viewers, except for posts that some do not see.
 * @param pages the caches; null if they may not be used
 */
export async function answerPostsPage<Key extends { readonly id: number }, Row extends Key & { readonly id: PostId }>(
  db: Database,
  pages: PostPages | null,
  list: PostList<Key, Row>,
  { authors, named, followersOf = null, own, ...cachedList }: CachedList<Key> & SharedList<Key, Row>,
  hydration: Hydration,
): Promise<PostsPage | JsonAnswer> {
  const page = listPage(cachedList, list)
  const ownPage = own && listPage({ ...cachedList, name: `own ${cachedList.name}` }, own)
  const shared = { page, reader: null, authors, ...(named !== undefined && { named }) }
  // A viewer who does not see everybody has pages of their own in a list of everybody's posts.
  const pageFor: PageFor = (reader, hidden) => {
    // The list may be empty, so that no post of it names the member.
    if (named !== undefined && isHidden(hidden, named)) return null
    if (!pages || !mayRead(pages.follows, reader, followersOf)) return null
    if (ownPage && reader === named) return { ...shared, page: ownPage }
    if (authors !== 'all') return shared
    const { unlisted, words } = hidden
    if (words) return null
    return unlisted.length === 0 ? shared : { page, reader, authors, without: unlisted }
  }
  const cached = await pages?.answerPage(db.read, pageFor, hydration)
  if (cached) return cached
  if (authors === 'all') return readPostsList(db, list, hydration)
  return own && named === hydration.viewer
    ? readPostsPage(db.read, own, hydration, hydrateOwnPosts)
    : readPostsPage(db.read, list, hydration)
}

/** @throws postUnknown if the post is gone */
export async function answerPost(
  db: Connection,
  pages: PostPages | null,
  id: PostId,
  hydration: Hydration,
): Promise<{ post: Post } | JsonAnswer> {
  return (await pages?.answerPost(db, id, hydration)) ?? { post: await getPost(db, id, hydration) }
}

/** All posts by members whom the viewer has neither blocked nor muted, newest first. */
export function allPosts(db: Connection, query: PageQuery, { unlisted }: Hidden) {
  const load = (page: PageRequest<{ id: number }>) => listIdsNewestFirst(db, page, unlisted)
  return { codec: POSTS_CURSOR, query, load }
}

/** How the list of all posts is cached. */
export const ALL_POSTS = {
  name: 'all',
  order: 'newest',
  authors: 'all',
  keyOf: (id: PostId) => ({ id }),
} as const

/**
 * The answer to every write on a post or comment: the first page of all posts, as the specification requires. A client
 * that sends `Prefer: return=minimal` gets only the changed post.
 * @param id the changed post; null if it was deleted
 */
export async function answerWrite(
  db: Database,
  pages: PostPages,
  id: PostId | null,
  hydration: Hydration,
  headers: { prefer?: string },
  reply: FastifyReply,
): Promise<PostsAnswer | JsonAnswer> {
  if (prefersMinimal(headers, reply)) return { post: id === null ? null : await getPost(db.read, id, hydration) }
  const cached = (await tryCatchUp(db)) ? pages : null
  return answerPostsPage(db, cached, allPosts(db.read, {}, hydration.hidden), ALL_POSTS, hydration)
}
