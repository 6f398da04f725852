import { ENDPOINTS, type EndpointInput } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import type { AnswerPlans } from '../../http/answer-plans.ts'
import { bind, type Handler } from '../../http/bind.ts'
import type { Hidden } from '../../http/hidden.ts'
import type { JsonAnswer } from '../../http/json-answer.ts'
import { type Hydration, hydrationOf } from '../../http/list-query.ts'
import type { FollowsCache } from '../follows/follows.cache.ts'
import { listPage } from '../posts/list-page.ts'
import type { PostPages } from '../posts/post-pages.ts'
import { ALL_POSTS, allPosts, answerPostsPage, readPostsList } from '../posts/posts.answer.ts'
import { FEED_CURSORS, type FeedRequest, keyById, listFeedIds } from './feed.queries.ts'
import type { NewestPostsCache } from './newest-posts.cache.ts'

const ORDERS = { latest: 'newest', oldest: 'oldest', trending: 'ranked' } as const

type FeedQuery = EndpointInput<typeof ENDPOINTS.listFeed>['query']

export interface FeedOptions {
  readonly plans: AnswerPlans
  readonly follows: FollowsCache
  readonly pages: PostPages
  readonly newest: NewestPostsCache
}

export function registerFeed(app: FastifyInstance, db: Database, { plans, follows, pages, newest }: FeedOptions): void {
  const listFeed: Handler<typeof ENDPOINTS.listFeed> = async ({ query }, context) => {
    const { viewer } = context
    const hydration = hydrationOf(context, query)
    const cached = context.isCurrent ? await answerFeed(viewer.id, query, hydration) : null
    return cached ?? readPostsList(db.read, feedOf(db, viewer.id, query, hydration.hidden), hydration)
  }
  bind(app, ENDPOINTS.listFeed, listFeed, plans)

  const listExplore: Handler<typeof ENDPOINTS.listExplore> = ({ query }, context) => {
    const cached = context.isCurrent ? pages : null
    const list = allPosts(db.read, query, context.hidden)
    return answerPostsPage(db.read, cached, list, ALL_POSTS, hydrationOf(context, query))
  }
  bind(app, ENDPOINTS.listExplore, listExplore, plans)

  /** A page of a feed is cached with the authors of the feed, so they are loaded first. */
  async function answerFeed(viewer: MemberId, query: FeedQuery, hydration: Hydration): Promise<JsonAnswer | null> {
    const sort = query.sort ?? 'latest'
    const { hidden } = hydration
    await follows.loadFollowed(db.read, viewer, hidden)
    const { codec, load: loadByQuery } = feedOf(db, viewer, query, hidden)
    const load = async (request: FeedRequest) => {
      const authors = sort === 'latest' ? follows.findFollowed(viewer, hidden) : null
      const ids = authors && (await newest.load(db.read, authors, request))
      return ids?.map(keyById) ?? loadByQuery(request)
    }
    const page = listPage({ name: sort, order: ORDERS[sort], keyOf: keyById }, { codec, query, load })
    const pageFor = (reader: MemberId | null, sees: Hidden) => {
      const authors = reader === null || sees.words ? null : follows.findFollowed(reader, sees)
      return authors && { page, reader, authors }
    }
    return pages.answerPage(db.read, pageFor, hydration)
  }
}

/** How to read a page of a reader's feed without caches. */
function feedOf(db: Database, reader: MemberId, query: FeedQuery, { muted }: Hidden) {
  const sort = query.sort ?? 'latest'
  const load = (page: FeedRequest) => listFeedIds(db, { id: reader, muted }, sort, page)
  return { codec: FEED_CURSORS[sort], query, load }
}
