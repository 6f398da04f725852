import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { bind, type Handler } from '../../http/bind.ts'
import type { KeptAnswers } from '../../http/kept-answers.ts'
import { hydrationOf } from '../../http/list-query.ts'
import { listPosts, readPostsPage } from '../posts/posts.answer.ts'
import { FEED_CURSORS, type FeedPlace, listFeedIds } from './feed.queries.ts'
import type { LatestPosts } from './latest-posts.ts'

export function registerFeed(
  app: FastifyInstance,
  db: Database,
  kept: KeptAnswers | null,
  latest: LatestPosts | null,
): void {
  const listFeed: Handler<typeof ENDPOINTS.listFeed> = async ({ query }, { viewer, sources }) => {
    const sort = query.sort ?? 'latest'
    const circle = latest && (await latest.circleOf(db.read, viewer.id))
    if (sources && circle) {
      sources.postsBy(circle)
      if (sort === 'trending') sources.ranked()
    }
    return readPostsPage(db.read, FEED_CURSORS[sort], query, hydrationOf(viewer, query, sources), async (page) => {
      if (circle && sort === 'latest' && page.after === null) {
        const ids = await latest.list(db.read, circle, page.limit)
        if (ids) return ids.map((id): FeedPlace => ({ id, likes: 0, asOf: 0 }))
      }
      return listFeedIds(db.read, viewer.id, sort, page)
    })
  }
  bind(app, ENDPOINTS.listFeed, listFeed, kept)

  const listExplore: Handler<typeof ENDPOINTS.listExplore> = ({ query }, { viewer, sources }) => {
    sources?.postsBy('all')
    return listPosts(db.read, query, hydrationOf(viewer, query, sources))
  }
  bind(app, ENDPOINTS.listExplore, listExplore, kept)
}
