import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { readPage } from '../../database/paging.ts'
import { bind } from '../../http/bind.ts'
import { hydrationOf, pageOf } from '../../http/list-query.ts'
import type { Viewer } from '../../http/viewer.ts'
import { readPostsPage } from '../posts/posts.answer.ts'
import { getPostId } from '../posts/posts.service.ts'
import { BOOKMARKS_CURSOR, listBookmarkedIds } from './bookmarks.queries.ts'
import { addBookmark, removeBookmark } from './bookmarks.service.ts'

export function registerBookmarks(app: FastifyInstance, db: Database): void {
  async function answerIds(viewer: Viewer, query: { limit?: number; cursor?: string }) {
    const page = await readPage(BOOKMARKS_CURSOR, pageOf(query), (request) =>
      listBookmarkedIds(db.read, viewer.id, request),
    )
    return { bookmarks: page.entries.map((entry) => String(entry.id)), nextCursor: page.nextCursor }
  }

  bind(app, ENDPOINTS.listBookmarkIds, ({ query }, { viewer }) => answerIds(viewer, query))

  bind(app, ENDPOINTS.listBookmarks, ({ query }, { viewer }) =>
    readPostsPage(
      db.read,
      { codec: BOOKMARKS_CURSOR, query, load: (page) => listBookmarkedIds(db.read, viewer.id, page) },
      hydrationOf(viewer, query),
    ),
  )

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
