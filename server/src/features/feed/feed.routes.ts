import { ENDPOINTS, type EndpointInput } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { bind, type Handler } from '../../http/bind.ts'
import { type Hydration, hydrationOf, STRANGER } from '../../http/list-query.ts'
import type { Repeats } from '../../http/repeats.ts'
import type { Written } from '../../http/written.ts'
import type { Circles } from '../follows/circles.ts'
import type { PostMemory } from '../posts/post-memory.ts'
import { ALL_POSTS, allPosts, answerPostsPage, readPostsPage } from '../posts/posts.answer.ts'
import { rememberedPage } from '../posts/remembered-page.ts'
import { FEED_CURSORS, type FeedRequest, listFeedIds, placeById } from './feed.queries.ts'

const ORDERS = { latest: 'newest', oldest: 'oldest', trending: 'ranked' } as const

type FeedQuery = EndpointInput<typeof ENDPOINTS.listFeed>['query']

export interface FeedOptions {
  readonly repeats: Repeats | null
  readonly circles: Circles | null
  readonly memory: PostMemory | null
}

export function registerFeed(app: FastifyInstance, db: Database, { repeats, circles, memory }: FeedOptions): void {
  const listFeed: Handler<typeof ENDPOINTS.listFeed> = async ({ query }, { viewer }) => {
    const hydration = hydrationOf(viewer, query)
    const written = await writeFromMemory(query, hydration)
    return written ?? readPostsPage(db.read, feedOf(db, viewer.id, query), hydration)
  }
  bind(app, ENDPOINTS.listFeed, listFeed, repeats)

  const listExplore: Handler<typeof ENDPOINTS.listExplore> = ({ query }, { viewer }) =>
    answerPostsPage(db.read, memory, allPosts(db.read, query), ALL_POSTS, hydrationOf(viewer, query))
  bind(app, ENDPOINTS.listExplore, listExplore, repeats)

  /** Whose posts a reader's feed is made of has to be remembered before the feed can be. */
  async function writeFromMemory(query: FeedQuery, hydration: Hydration): Promise<Written | null> {
    if (!circles || !memory || hydration.viewer === null) return null
    const sort = query.sort ?? 'latest'
    await circles.of(db.read, hydration.viewer)
    const kind = { name: sort, order: ORDERS[sort], placeOf: placeById }
    const loadFor = (viewer: MemberId | null) => feedOf(db, viewer ?? STRANGER, query).load
    const page = rememberedPage(kind, { form: FEED_CURSORS[sort], query }, loadFor)
    const pageFor = (viewer: MemberId | null) => {
      const authors = viewer === null ? null : circles.find(viewer)
      return authors && { page, viewer, authors }
    }
    return memory.writePage(db.read, pageFor, hydration)
  }
}

/** A reader's feed, before it is read. */
function feedOf(db: Database, reader: MemberId, query: FeedQuery) {
  const sort = query.sort ?? 'latest'
  const load = (page: FeedRequest) => listFeedIds(db, reader, sort, page)
  return { form: FEED_CURSORS[sort], query, load }
}
