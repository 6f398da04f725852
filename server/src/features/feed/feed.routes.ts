import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { readPage } from '../../database/paging.ts'
import { bind } from '../../http/bind.ts'
import { hydrationOf, pageOf } from '../../http/list-query.ts'
import { listPosts } from '../posts/posts.answer.ts'
import { hydratePosts } from '../posts/posts.hydrate.ts'
import { FEED_CURSORS, listFeedIds } from './feed.queries.ts'

export function registerFeed(app: FastifyInstance, db: Database): void {
  bind(app, ENDPOINTS.listFeed, async ({ query }, { viewer }) => {
    const sort = query.sort ?? 'latest'
    const page = await readPage(FEED_CURSORS[sort], pageOf(query), (request) =>
      listFeedIds(db.read, viewer.id, sort, request),
    )
    const ids = page.entries.map((entry) => entry.id)
    return { posts: await hydratePosts(db.read, ids, hydrationOf(viewer, query)), nextCursor: page.nextCursor }
  })

  bind(app, ENDPOINTS.listExplore, ({ query }, { viewer }) => listPosts(db.read, query, hydrationOf(viewer, query)))
}
