import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { bind, type Handler } from '../../http/bind.ts'
import { hydrationOf } from '../../http/list-query.ts'
import type { Repeats } from '../../http/repeats.ts'
import type { Circles } from '../follows/circles.ts'
import type { PostMemory } from '../posts/post-memory.ts'
import { ALL_POSTS, allPosts, answerPostsPage, readPostsPage } from '../posts/posts.answer.ts'
import { FEED_CURSORS, type FeedRequest, listFeedIds, placeById } from './feed.queries.ts'

const ORDERS = { latest: 'newest', oldest: 'oldest', trending: 'ranked' } as const

export interface FeedOptions {
  readonly repeats: Repeats | null
  readonly circles: Circles | null
  readonly memory: PostMemory | null
}

export function registerFeed(app: FastifyInstance, db: Database, { repeats, circles, memory }: FeedOptions): void {
  const listFeed: Handler<typeof ENDPOINTS.listFeed> = async ({ query }, { viewer }) => {
    const sort = query.sort ?? 'latest'
    const hydration = hydrationOf(viewer, query)
    const load = (page: FeedRequest) => listFeedIds(db.read, viewer.id, sort, page)
    const list = { form: FEED_CURSORS[sort], query, load }
    if (!circles) return readPostsPage(db.read, list, hydration)
    const changing = {
      name: `${sort} for ${viewer.id}`,
      viewer: viewer.id,
      order: ORDERS[sort],
      authors: await circles.of(db.read, viewer.id),
      placeOf: placeById,
    }
    return answerPostsPage(db.read, memory, list, changing, hydration)
  }
  bind(app, ENDPOINTS.listFeed, listFeed, repeats)

  const listExplore: Handler<typeof ENDPOINTS.listExplore> = ({ query }, { viewer }) =>
    answerPostsPage(db.read, memory, allPosts(db.read, query), ALL_POSTS, hydrationOf(viewer, query))
  bind(app, ENDPOINTS.listExplore, listExplore, repeats)
}
