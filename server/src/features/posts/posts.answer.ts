import type { Post, PostsAnswer } from '@quack/contract'
import type { FastifyReply } from 'fastify'
import type { Connection } from '../../database/database.ts'
import { type CursorForm, type PageRequest, readPage } from '../../database/paging.ts'
import type { PostId } from '../../database/schema.ts'
import { type Hydration, pageOf } from '../../http/list-query.ts'
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

/** A page of any list of posts: ids from its query, posts from their ids. It ends early where it would grow too large. */
export async function readPostsPage<Place, Row extends Place & { readonly id: PostId }>(
  db: Connection,
  form: CursorForm<Place>,
  query: PageQuery,
  hydration: Hydration,
  load: (page: PageRequest<Place>) => Promise<readonly Row[]>,
): Promise<PostsPage> {
  const page = await readPage(form, pageOf(query), load)
  const ids = page.entries.map((entry) => entry.id)
  const { posts, taken } = await hydratePosts(db, ids, hydration)
  const last = page.entries[taken - 1]
  const endsEarly = taken < ids.length && last !== undefined
  return { posts, nextCursor: endsEarly ? form.write(last) : page.nextCursor }
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
