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
import { becauseJson } from '../posts/because-json.ts'
import { type ListPage, listPage } from '../posts/list-page.ts'
import type { PostPages } from '../posts/post-pages.ts'
import { ALL_POSTS, allPosts, answerPostsPage } from '../posts/posts.answer.ts'
import { followsTags } from '../tags/tag-follows.queries.ts'
import { withTagged } from './feed.queries.ts'
import { type FeedRequest, keyById } from './feed-keys.ts'
import { feedOf, readerOf, readFeed } from './feed-read.ts'
import { listReasons } from './feed-tags.queries.ts'
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
    const { viewer, isCurrent } = context
    const hydration = hydrationOf(context, query)
    const cached = isCurrent ? await answerFeed(viewer.id, query, hydration) : null
    if (cached) return cached
    const tags = isCurrent ? follows.findTags(viewer.id) : null
    const hasTags = tags ? tags.length > 0 : await followsTags(db.read, viewer.id)
    return readFeed(db, readerOf(viewer.id, hydration.hidden, hasTags), query, hydration)
  }
  bind(app, ENDPOINTS.listFeed, listFeed, plans)

  const listExplore: Handler<typeof ENDPOINTS.listExplore> = ({ query }, context) => {
    const cached = context.isCurrent ? pages : null
    const list = allPosts(db.read, query, context.hidden)
    return answerPostsPage(db.read, cached, list, ALL_POSTS, hydrationOf(context, query))
  }
  bind(app, ENDPOINTS.listExplore, listExplore, plans)

  /** A page of a feed is cached with the authors and hashtags of the feed, so they are loaded first. */
  async function answerFeed(viewer: MemberId, query: FeedQuery, hydration: Hydration): Promise<JsonAnswer | null> {
    const sort = query.sort ?? 'latest'
    const { hidden } = hydration
    await follows.loadFollowed(db.read, viewer, hidden)
    const of = readerOf(viewer, hidden, Boolean(follows.findTags(viewer)?.length))
    const { codec, load: loadByQuery } = feedOf(db, of, query)
    const load = async (request: FeedRequest) => {
      const authors = sort === 'latest' ? follows.findFollowed(viewer, hidden) : null
      const ids = authors && (await newest.load(db.read, authors, request))
      if (!ids) return loadByQuery(request)
      const byAuthors = ids.map(keyById)
      return of.hasTags ? withTagged(db.read, of, 'latest', request, byAuthors) : byAuthors
    }
    const list = listPage({ name: sort, order: ORDERS[sort], keyOf: keyById }, { codec, query, load })
    const page = of.hasTags ? withReasons(db, viewer, list) : list
    const pageFor = (reader: MemberId | null, sees: Hidden) => {
      const authors = reader === null || sees.words ? null : follows.findFollowed(reader, sees)
      const tags = reader !== null && authors ? follows.findTags(reader) : null
      if (!authors || !tags) return null
      return tags.length === 0 ? { page, reader, authors } : { page, reader, authors, tags, without: sees.unlisted }
    }
    return pages.answerPage(db.read, pageFor, hydration)
  }
}

/** The page with the reasons of its posts, for the cache. */
function withReasons(db: Database, viewer: MemberId, page: ListPage): ListPage {
  return {
    ...page,
    async read() {
      const read = await page.read()
      const reasons = [...(await listReasons(db.read, viewer, read.ids))]
      return { ...read, because: new Map(reasons.map(([id, tag]) => [id, becauseJson({ tag })])) }
    },
  }
}
