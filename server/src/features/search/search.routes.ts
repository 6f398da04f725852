import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { bind, type Handler } from '../../http/calls/bind.ts'
import type { JobClock } from '../../jobs/clock.ts'
import { runWith } from '../../jobs/job.ts'
import { hydrationOf } from '../../reading/list-query.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { createSeal } from '../secrets/sealed.ts'
import { SearchIndexer } from './search-indexer.ts'
import { searchPeople, suggestPeople } from './search-people.ts'
import { searchPosts } from './search-posts.ts'
import { searchTags, suggestTags } from './search-tags.ts'

interface Parts {
  readonly metrics: Metrics
  /** The indexer's. */
  readonly clock: JobClock
  /** Of the installation. */
  readonly secret: string
}

export function registerSearch(app: FastifyInstance, db: Database, { metrics, clock, secret }: Parts): void {
  const indexer = new SearchIndexer({ db, clock, logger: app.log })
  watchIndexer(indexer, metrics)
  runWith(app, indexer.loop)

  const seal = createSeal(secret, 'cursors of searches')
  const inTurn = () => true
  const posts: Handler<typeof ENDPOINTS.searchPosts> = ({ query }, context) =>
    searchPosts(db, query, hydrationOf(context, query), context.viewer.id, seal)
  bind(app, ENDPOINTS.searchPosts, posts, null, inTurn)
  bind(app, ENDPOINTS.searchPeople, ({ query }, context) => searchPeople(db, query, context), null, inTurn)
  bind(app, ENDPOINTS.searchTags, ({ query }, context) => searchTags(db.heavy.read, query, context, seal), null, inTurn)
  const suggest: Handler<typeof ENDPOINTS.suggestSearch> = async ({ query }, context) => ({
    people: await suggestPeople(db, query.q, context),
    tags: await suggestTags(db.heavy.read, query.q, context),
  })
  bind(app, ENDPOINTS.suggestSearch, suggest, null, inTurn)
}

function watchIndexer({ state }: SearchIndexer, { gauge }: Metrics): void {
  gauge('quack_search_changes_waiting', 'Changes of posts and members to be indexed', () => state.waiting)
  gauge('quack_search_delay_seconds', 'For how long the oldest of them has waited', () => state.delayMs / 1_000)
  gauge('quack_search_first_index_done', 'Share of the posts that are indexed, 1 for all', () => state.done)
}
