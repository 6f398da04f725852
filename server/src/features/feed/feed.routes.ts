import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { bind, type Handler } from '../../http/bind.ts'
import type { KeptAnswers } from '../../http/kept-answers.ts'
import { hydrationOf } from '../../http/list-query.ts'
import type { Sources } from '../../http/sources.ts'
import type { PostMemory } from '../posts/post-memory.ts'
import { allPosts, answerPostsPage, readPostsPage } from '../posts/posts.answer.ts'
import type { Circles } from './circles.ts'
import { FEED_CURSORS, type FeedRequest, listFeedIds, placeById } from './feed.queries.ts'

const ORDERS = { latest: 'newest', oldest: 'oldest', trending: 'ranked' } as const

export interface FeedOptions {
  readonly kept: KeptAnswers | null
  readonly circles: Circles | null
  readonly memory: PostMemory | null
}

export function registerFeed(app: FastifyInstance, db: Database, { kept, circles, memory }: FeedOptions): void {
  const keeping = { kept, isCheap: true }
  const listFeed: Handler<typeof ENDPOINTS.listFeed> = async ({ query }, { viewer, sources }) => {
    const sort = query.sort ?? 'latest'
    const form = FEED_CURSORS[sort]
    const hydration = hydrationOf(viewer, query, sources)
    const load = (page: FeedRequest) => listFeedIds(db.read, viewer.id, sort, page)
    if (!circles) return readPostsPage(db.read, { form, query, load }, hydration)
    const circle = await circles.of(db.read, viewer.id)
    const list = {
      name: `${sort} for ${viewer.id}`,
      form,
      query,
      viewer: viewer.id,
      order: ORDERS[sort],
      placeOf: placeById,
      load,
      describe(of: Sources) {
        of.postsBy(circle)
        if (sort === 'trending') of.ranked()
      },
    }
    return answerPostsPage(db.read, memory, list, hydration)
  }
  bind(app, ENDPOINTS.listFeed, listFeed, keeping)

  const listExplore: Handler<typeof ENDPOINTS.listExplore> = ({ query }, { viewer, sources }) =>
    answerPostsPage(db.read, memory, allPosts(db.read, query), hydrationOf(viewer, query, sources))
  bind(app, ENDPOINTS.listExplore, listExplore, keeping)
}
