import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { type PageRequest, readPage } from '../../database/paging.ts'
import { bind } from '../../http/calls/bind.ts'
import { requireChange } from '../../http/errors/errors.ts'
import type { Hidden } from '../../reading/hidden.ts'
import { hydrationOf, pageOf } from '../../reading/list-query.ts'
import type { Viewer } from '../../reading/viewer.ts'
import { getPostId } from '../posts/post-ids.ts'
import { readPostsPage } from '../posts/posts.answer.ts'
import { BOOKMARKS_CURSOR, listBookmarkedIds } from './bookmarks.queries.ts'
import { addBookmark, removeBookmark } from './bookmarks.service.ts'

export function registerBookmarks(app: FastifyInstance, db: Database): void {
  async function answerIds(viewer: Viewer, hidden: Hidden, query: { limit?: number; cursor?: string }) {
    const page = await readPage(BOOKMARKS_CURSOR, pageOf(query), (request) =>
      listBookmarkedIds(db.read, viewer.id, request, hidden.blocked),
    )
    return { bookmarks: page.entries.map((entry) => String(entry.id)), nextCursor: page.nextCursor }
  }

  bind(app, ENDPOINTS.listBookmarkIds, ({ query }, { viewer, hidden }) => answerIds(viewer, hidden, query))

  bind(app, ENDPOINTS.listBookmarks, ({ query }, { viewer, hidden }) => {
    const load = (page: PageRequest<{ at: number }>) => listBookmarkedIds(db.read, viewer.id, page, hidden.blocked)
    return readPostsPage(db.read, { codec: BOOKMARKS_CURSOR, query, load }, hydrationOf({ viewer, hidden }, query))
  })

  for (const [endpoint, change] of [
    [ENDPOINTS.addBookmark, addBookmark],
    [ENDPOINTS.removeBookmark, removeBookmark],
  ] as const) {
    bind(app, endpoint, async ({ params, query }, { viewer, hidden }) => {
      requireChange(await change(db, viewer, await getPostId(db.read, params.id)))
      return answerIds(viewer, hidden, query)
    })
  }

  bind(app, ENDPOINTS.putBookmark, async ({ params }, { viewer }) => {
    await addBookmark(db, viewer, await getPostId(db.read, params.postId))
    return { bookmarked: true }
  })

  bind(app, ENDPOINTS.deleteBookmark, async ({ params }, { viewer }) => {
    await removeBookmark(db, viewer, await getPostId(db.read, params.postId))
    return { bookmarked: false }
  })
}
