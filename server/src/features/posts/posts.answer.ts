import type { Post, PostsAnswer } from '@quack/contract'
import type { FastifyReply } from 'fastify'
import type { Connection } from '../../database/database.ts'
import type { CursorForm, PageRequest } from '../../database/paging.ts'
import type { PostId } from '../../database/schema.ts'
import { readEntityPage } from '../../http/entity-page.ts'
import type { Hydration } from '../../http/list-query.ts'
import { prefersMinimal } from '../../http/prefer.ts'
import { getPost, hydratePosts } from './posts.hydrate.ts'
import { listIdsNewestFirst, POSTS_CURSOR } from './posts.queries.ts'

interface PostsPage {
  readonly posts: Post[]
  readonly nextCursor: string | null
}

interface PageQuery {
  readonly limit?: number
  readonly cursor?: string
}

/** A page of any list of posts: ids from its query, posts from their ids. */
export async function readPostsPage<Place, Row extends Place & { readonly id: PostId }>(
  db: Connection,
  form: CursorForm<Place>,
  query: PageQuery,
  hydration: Hydration,
  load: (page: PageRequest<Place>) => Promise<readonly Row[]>,
): Promise<PostsPage> {
  const hydrate = (ids: readonly PostId[]) => hydratePosts(db, ids, hydration)
  const { entities, nextCursor } = await readEntityPage(form, query, load, hydrate)
  return { posts: entities, nextCursor }
}

/** A page of all posts, newest first. */
export function listPosts(db: Connection, query: PageQuery, hydration: Hydration): Promise<PostsPage> {
  return readPostsPage(db, POSTS_CURSOR, query, hydration, (page) => listIdsNewestFirst(db, page))
}

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
  if (!prefersMinimal(headers, reply)) return listPosts(db, {}, hydration)
  return { post: id === null ? null : await getPost(db, id, hydration) }
}
