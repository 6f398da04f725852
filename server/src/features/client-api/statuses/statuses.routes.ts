import * as calls from '@quack/contract/client-api/reading'
import { EMBED_MAX } from '@quack/contract/rules/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../../database/database.ts'
import { hydrationOf } from '../../../reading/list-query.ts'
import { listIdsNewestFirst } from '../../comments/reading/comments.queries.ts'
import { askFeed, type FeedCaches, loadFeedIds } from '../../feed/cached-feed.ts'
import { feedQueryOf, readFeedWithin } from '../../feed/feed-read.ts'
import { ByteJson, bindClient } from '../transport/bind-client.ts'
import { linkPages, rangeOf } from '../transport/pages.ts'
import type { Urls } from '../transport/urls.ts'
import type { StatusPages } from './status-pages.ts'
import { commentStatuses, findStatus, readComments, statusesOf, statusOf } from './statuses.read.ts'

export interface StatusesOptions {
  readonly urlsOf: (request: FastifyRequest) => Urls
  readonly caches: FeedCaches & { readonly apps: StatusPages }
}

export function registerStatuses(scope: FastifyInstance, db: Database, { urlsOf, caches }: StatusesOptions): void {
  bindClient(scope, calls.listHome, async (context) => {
    const { input, request, reply } = context
    const urls = urlsOf(request)
    const range = rangeOf(input)
    const asked = await askFeed(db, caches, context, { embed: 0 })
    const { reader, hydration } = asked
    const listed = range.above === null ? await loadFeedIds(asked, feedQueryOf(range)) : null
    const json = listed && (await caches.apps.answer(db.read, listed.ids, { ...hydration, viewer: reader.id }, urls))
    if (listed && json !== null) {
      linkPages(request, reply, urls.origin, { ids: listed.ids.map(String), isLast: listed.nextCursor === null })
      return new ByteJson(json)
    }
    const { posts, isLast } = await readFeedWithin(db, reader, range, hydration)
    const statuses = await statusesOf(db.read, posts, hydration, urls)
    linkPages(request, reply, urls.origin, { ids: statuses.map(({ id }) => id), isLast })
    return statuses
  })

  bindClient(scope, calls.getStatus, async (context) => {
    const hydration = hydrationOf(context, {})
    return statusOf(
      db.read,
      await findStatus(db.read, context.params.id, hydration),
      hydration,
      urlsOf(context.request),
    )
  })

  bindClient(scope, calls.getContext, async (context) => {
    const [urls, hydration] = [urlsOf(context.request), hydrationOf(context, {})]
    const { id, post, comment } = await findStatus(db.read, context.params.id, hydration)
    if (comment) return { ancestors: await statusesOf(db.read, [post], hydration, urls), descendants: [] }
    const ids = (await listIdsNewestFirst(db.read, id, { limit: EMBED_MAX, after: null })).map((row) => row.id)
    const comments = await readComments(db.read, ids.toReversed(), hydration)
    return { ancestors: [], descendants: await commentStatuses(db.read, post, comments, hydration, urls) }
  })
}
