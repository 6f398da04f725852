import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { bind } from '../../http/bind.ts'
import { hydrationOf } from '../../http/list-query.ts'
import { listPosts, readPostsPage } from '../posts/posts.answer.ts'
import { FEED_CURSORS, listFeedIds } from './feed.queries.ts'

export function registerFeed(app: FastifyInstance, db: Database): void {
  bind(app, ENDPOINTS.listFeed, ({ query }, { viewer }) => {
    const sort = query.sort ?? 'latest'
    return readPostsPage(db.read, FEED_CURSORS[sort], query, hydrationOf(viewer, query), (page) =>
      listFeedIds(db.read, viewer.id, sort, page),
    )
  })

  bind(app, ENDPOINTS.listExplore, ({ query }, { viewer }) => listPosts(db.read, query, hydrationOf(viewer, query)))
}
