import type { Post, PostsAnswer } from '@quack/contract'
import type { FastifyReply } from 'fastify'
import type { Connection } from '../../database/database.ts'
import type { CursorForm, PageRequest } from '../../database/paging.ts'
import type { PostId } from '../../database/schema.ts'
import { readEntityPage } from '../../http/entity-page.ts'
import type { Hydration } from '../../http/list-query.ts'
import { prefersMinimal } from '../../http/prefer.ts'
import type { Written } from '../../http/written.ts'
import type { PostMemory } from './post-memory.ts'
import { getPost, hydratePosts } from './posts.hydrate.ts'
import { listIdsNewestFirst, POSTS_CURSOR } from './posts.queries.ts'
import { type SharedKind, samePageForAll } from './remembered-page.ts'

interface PostsPage {
  readonly posts: Post[]
  readonly nextCursor: string | null
}

interface PageQuery {
  readonly limit?: number
  readonly cursor?: string
}

/** A page of a list of posts, before it is read. */
export interface PostList<Place, Row extends Place & { readonly id: PostId }> {
  readonly form: CursorForm<Place>
  readonly query: PageQuery
  readonly load: (page: PageRequest<Place>) => Promise<readonly Row[]>
}

/** A page of any list of posts: ids from its query, posts from their ids. */
export async function readPostsPage<Place, Row extends Place & { readonly id: PostId }>(
  db: Connection,
  { form, query, load }: PostList<Place, Row>,
  hydration: Hydration,
): Promise<PostsPage> {
  const hydrate = (ids: readonly PostId[]) => hydratePosts(db, ids, hydration)
  const { entities, nextCursor } = await readEntityPage(form, query, load, hydrate)
  return { posts: entities, nextCursor }
}

/** The same of what is remembered, where anything is, for a list that is the same for all. */
export async function answerPostsPage<
  Place extends { readonly id: number },
  Row extends Place & { readonly id: PostId },
>(
  db: Connection,
  memory: PostMemory | null,
  list: PostList<Place, Row>,
  kind: SharedKind<Place>,
  hydration: Hydration,
): Promise<PostsPage | Written> {
  const written = await memory?.writePage(db, samePageForAll(kind, list), hydration)
  return written ?? readPostsPage(db, list, hydration)
}

/** @throws postUnknown when the post is gone */
export async function answerPost(
  db: Connection,
  memory: PostMemory | null,
  id: PostId,
  hydration: Hydration,
): Promise<{ post: Post } | Written> {
  return (await memory?.writePost(db, id, hydration)) ?? { post: await getPost(db, id, hydration) }
}

/** All posts, newest first. */
export function allPosts(db: Connection, query: PageQuery) {
  return { form: POSTS_CURSOR, query, load: (page: PageRequest<{ id: number }>) => listIdsNewestFirst(db, page) }
}

/** What they are remembered by. */
export const ALL_POSTS = {
  name: 'all',
  order: 'newest',
  authors: 'all',
  placeOf: (id: PostId) => ({ id }),
} as const

/**
 * What every write on a post or comment answers: the newest page of all posts, as the specification has it, or for a
 * client that prefers it the changed post alone.
 * @param id the post; null when it was deleted
 */
export async function answerWrite(
  db: Connection,
  id: PostId | null,
  hydration: Hydration,
  headers: { prefer?: string },
  reply: FastifyReply,
): Promise<PostsAnswer> {
  if (!prefersMinimal(headers, reply)) return readPostsPage(db, allPosts(db, {}), hydration)
  return { post: id === null ? null : await getPost(db, id, hydration) }
}
