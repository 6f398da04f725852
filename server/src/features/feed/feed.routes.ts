import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { AnswerPlans } from '../../http/answers/answer-plans.ts'
import { bind, type Handler } from '../../http/calls/bind.ts'
import { hydrationOf } from '../../reading/list-query.ts'
import type { PageKey } from '../posts/list-page.ts'
import { answerFeed, askFeed, type FeedCaches, findFeed } from './cached-feed.ts'
import { answerExplore } from './explore.ts'
import { readFeed } from './feed-read.ts'

export interface FeedOptions extends FeedCaches {
  readonly plans: AnswerPlans
}

export function registerFeed(app: FastifyInstance, db: Database, { plans, ...caches }: FeedOptions): void {
  const { pages } = caches
  const listFeed: Handler<typeof ENDPOINTS.listFeed, PageKey> = async ({ query }, context) => {
    const asked = await askFeed(db, caches, context, query)
    const cached = await answerFeed(asked, query)
    return cached?.answer ?? readFeed(db, asked.reader, query, asked.hydration)
  }
  bind(app, ENDPOINTS.listFeed, listFeed, {
    plans,
    find: (key, viewer, hidden) => findFeed(caches, key, viewer, hidden),
  })

  const listExplore: Handler<typeof ENDPOINTS.listExplore, PageKey> = ({ query }, context) =>
    answerExplore(db, context.isCurrent ? pages : null, query, hydrationOf(context, query))
  bind(app, ENDPOINTS.listExplore, listExplore, {
    plans,
    find: (key, viewer, hidden) => (hidden.languages ? null : pages.findShared(key, viewer, hidden)),
  })
}
