import type { PostsAnswer } from '@quack/contract'
import type { FastifyReply } from 'fastify'
import type { Connection } from '../../database/database.ts'
import { readPage } from '../../database/paging.ts'
import type { PostId } from '../../database/schema.ts'
import type { Hydration } from '../../http/list-query.ts'
import { pageOf } from '../../http/list-query.ts'
import { prefersMinimal } from '../../http/prefer.ts'
import { getPost, hydratePosts } from './posts.hydrate.ts'
import { listIdsNewestFirst, POSTS_CURSOR } from './posts.queries.ts'

/** A page of all posts, newest first. */
export async function listPosts(
  db: Connection,
  query: { limit?: number; cursor?: string },
  hydration: Hydration,
): Promise<{ posts: Awaited<ReturnType<typeof hydratePosts>>; nextCursor: string | null }> {
  const page = await readPage(POSTS_CURSOR, pageOf(query), (request) => listIdsNewestFirst(db, request))
  const ids = page.entries.map((entry) => entry.id)
  return { posts: await hydratePosts(db, ids, hydration), nextCursor: page.nextCursor }
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
