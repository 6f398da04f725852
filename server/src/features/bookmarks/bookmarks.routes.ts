import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { readPage } from '../../database/paging.ts'
import { bind } from '../../http/bind.ts'
import { hydrationOf, pageOf } from '../../http/list-query.ts'
import type { Viewer } from '../../http/viewer.ts'
import { hydratePosts } from '../posts/posts.hydrate.ts'
import { getPostId } from '../posts/posts.service.ts'
import { BOOKMARKS_CURSOR, listBookmarkedIds } from './bookmarks.queries.ts'
import { addBookmark, removeBookmark } from './bookmarks.service.ts'

export function registerBookmarks(app: FastifyInstance, db: Database): void {
  const readIds = (viewer: Viewer, query: { limit?: number; cursor?: string }) =>
    readPage(BOOKMARKS_CURSOR, pageOf(query), (request) => listBookmarkedIds(db.read, viewer.id, request))

  async function answerIds(viewer: Viewer, query: { limit?: number; cursor?: string }) {
    const page = await readIds(viewer, query)
    return { bookmarks: page.entries.map((entry) => String(entry.id)), nextCursor: page.nextCursor }
  }

  bind(app, ENDPOINTS.listBookmarkIds, ({ query }, { viewer }) => answerIds(viewer, query))

  bind(app, ENDPOINTS.listBookmarks, async ({ query }, { viewer }) => {
    const page = await readIds(viewer, query)
    const ids = page.entries.map((entry) => entry.id)
    return { posts: await hydratePosts(db.read, ids, hydrationOf(viewer, query)), nextCursor: page.nextCursor }
  })

  for (const [endpoint, change] of [
    [ENDPOINTS.addBookmark, addBookmark],
    [ENDPOINTS.removeBookmark, removeBookmark],
  ] as const) {
    bind(app, endpoint, async ({ params, query }, { viewer }) => {
      await change(db, viewer, await getPostId(db.read, params.id))
      return answerIds(viewer, query)
    })
  }
}
