import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { AnswerPlans } from '../../http/answer-plans.ts'
import { bind, type Handler } from '../../http/bind.ts'
import { hydrationOf } from '../../http/list-query.ts'
import type { PageKey } from '../posts/list-page.ts'
import { answerAllPosts } from '../posts/posts.answer.ts'
import { CachedFeed, type FeedCaches } from './cached-feed.ts'
import { readFeed, readReader } from './feed-read.ts'

export interface FeedOptions extends FeedCaches {
  readonly plans: AnswerPlans
}

export function registerFeed(app: FastifyInstance, db: Database, { plans, ...caches }: FeedOptions): void {
  const { pages } = caches
  const feed = new CachedFeed(db, caches)
  const listFeed: Handler<typeof ENDPOINTS.listFeed, PageKey> = async ({ query }, context) => {
    const { viewer, isCurrent } = context
    const hydration = hydrationOf(context, query)
    const cached = isCurrent ? await feed.answer(viewer.id, query, hydration) : null
    if (cached) return cached
    const known = isCurrent ? feed.findReader(viewer.id, hydration.hidden) : null
    return readFeed(db, known ?? (await readReader(db, viewer.id, hydration.hidden)), query, hydration)
  }
  bind(app, ENDPOINTS.listFeed, listFeed, { plans, find: (key, viewer, hidden) => feed.find(key, viewer, hidden) })

  const listExplore: Handler<typeof ENDPOINTS.listExplore, PageKey> = ({ query }, context) =>
    answerAllPosts(db.read, context.isCurrent ? pages : null, query, hydrationOf(context, query))
  bind(app, ENDPOINTS.listExplore, listExplore, {
    plans,
    find: (key, viewer, hidden) => pages.findShared(key, viewer, hidden),
  })
}
