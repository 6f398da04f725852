import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { AnswerPlans } from '../../http/answer-plans.ts'
import { bind, type Handler } from '../../http/bind.ts'
import { hydrationOf } from '../../http/list-query.ts'
import { ALL_POSTS, allPosts, answerPostsPage } from '../posts/posts.answer.ts'
import { CachedFeed, type FeedCaches } from './cached-feed.ts'
import { readFeed, readReader } from './feed-read.ts'

export interface FeedOptions extends FeedCaches {
  readonly plans: AnswerPlans
}

export function registerFeed(app: FastifyInstance, db: Database, { plans, ...caches }: FeedOptions): void {
  const { pages } = caches
  const feed = new CachedFeed(db, caches)
  const listFeed: Handler<typeof ENDPOINTS.listFeed> = async ({ query }, context) => {
    const { viewer, isCurrent } = context
    const hydration = hydrationOf(context, query)
    const cached = isCurrent ? await feed.answer(viewer.id, query, hydration) : null
    if (cached) return cached
    const known = isCurrent ? feed.findReader(viewer.id, hydration.hidden) : null
    return readFeed(db, known ?? (await readReader(db, viewer.id, hydration.hidden)), query, hydration)
  }
  bind(app, ENDPOINTS.listFeed, listFeed, plans)

  const listExplore: Handler<typeof ENDPOINTS.listExplore> = ({ query }, context) => {
    const cached = context.isCurrent ? pages : null
    const list = allPosts(db.read, query, context.hidden)
    return answerPostsPage(db, cached, list, ALL_POSTS, hydrationOf(context, query))
  }
  bind(app, ENDPOINTS.listExplore, listExplore, plans)
}
