import type { Post, PostsAnswer } from '@quack/contract'
import type { FastifyReply } from 'fastify'
import { type Connection, type Database, tryCatchUp } from '../../database/database.ts'
import type { PageRequest } from '../../database/paging.ts'
import type { PostId } from '../../database/schema.ts'
import { readEntityPage } from '../../http/entity-page.ts'
import type { Hidden } from '../../http/hidden.ts'
import type { JsonAnswer } from '../../http/json-answer.ts'
import type { Hydration } from '../../http/list-query.ts'
import { prefersMinimal } from '../../http/prefer.ts'
import { type CachedList, listPage, type PageFor, type PageQuery, type PostList, type ReaderPage } from './list-page.ts'
import type { PostPages } from './post-pages.ts'
import { getPost, hydratePosts } from './posts.hydrate.ts'
import { listIdsNewestFirst, POSTS_CURSOR } from './posts.queries.ts'

interface PostsPage {
  readonly posts: Post[]
  readonly nextCursor: string | null
}

/** Reads a page of any list of posts: first the ids, then the posts. */
export async function readPostsPage<Key, Row extends Key & { readonly id: PostId }>(
  db: Connection,
  { codec, query, load }: PostList<Key, Row>,
  hydration: Hydration,
): Promise<PostsPage> {
  const hydrate = (ids: readonly PostId[]) => hydratePosts(db, ids, hydration)
  const { entities, nextCursor } = await readEntityPage(codec, query, load, hydrate)
  return { posts: entities, nextCursor }
}

/** A page of a list that is the same for all viewers, except for posts that some do not see. @param pages the caches; null if they may not be used */
export async function answerPostsPage<Key extends { readonly id: number }, Row extends Key & { readonly id: PostId }>(
  db: Connection,
  pages: PostPages | null,
  list: PostList<Key, Row>,
  { authors, named, ...cached }: CachedList<Key> & Pick<ReaderPage, 'authors' | 'named'>,
  hydration: Hydration,
): Promise<PostsPage | JsonAnswer> {
  const page = listPage(cached, list)
  const shared = { page, reader: null, authors, ...(named !== undefined && { named }) }
  // A viewer who does not see everybody has pages of their own in a list of everybody's posts.
  const pageFor: PageFor = (reader, { blocked }) =>
    authors !== 'all' || blocked.length === 0 ? shared : { page, reader, authors, without: blocked }
  return (await pages?.answerPage(db, pageFor, hydration)) ?? readPostsPage(db, list, hydration)
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

/** All posts that the viewer sees, newest first. */
export function allPosts(db: Connection, query: PageQuery, { blocked }: Hidden) {
  const load = (page: PageRequest<{ id: number }>) => listIdsNewestFirst(db, page, blocked)
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
  return answerPostsPage(db.read, cached, allPosts(db.read, {}, hydration.hidden), ALL_POSTS, hydration)
}
