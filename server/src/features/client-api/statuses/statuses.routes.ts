import type { Status } from '@quack/contract/client-api/entities'
import * as calls from '@quack/contract/client-api/reading'
import { EMBED_MAX } from '@quack/contract/rules/limits'
import type { FastifyInstance } from 'fastify'
import { hydrationOf } from '../../../reading/list-query.ts'
import { listIdsNewestFirst } from '../../comments/reading/comments.queries.ts'
import { type Asked, askFeed, type FeedCaches, loadFeedIds } from '../../feed/cached-feed.ts'
import { feedQueryBelow, readFeedWithin } from '../../feed/feed-read.ts'
import { ByteJson, bindClient } from '../transport/bind-client.ts'
import { linkPages, rangeOf } from '../transport/pages.ts'
import type { ListPages, PageContext } from './list-pages.ts'
import type { StatusPages } from './status-pages.ts'
import { findStatus, foundStatuses, readComments, statusesOf, statusOf } from './statuses.read.ts'

export interface StatusesCaches extends FeedCaches {
  readonly apps: StatusPages
}

export function registerStatuses(scope: FastifyInstance, pages: ListPages, caches: StatusesCaches): void {
  const { db, urlsOf } = pages
  bindClient(scope, calls.listHome, async (context) => {
    const asked = await askFeed(db, caches, context, { embed: 0 })
    const { reader, hydration } = asked
    const cached = await findHome(asked, context)
    return cached ?? pages.statuses(context, (range) => readFeedWithin(db, reader, range, hydration))
  })

  /** A page from the caches; null if plain queries have to answer. */
  async function findHome(asked: Asked, { input, request, reply }: PageContext): Promise<ByteJson | null> {
    const { below, above, limit } = rangeOf(input)
    const listed = above === null ? await loadFeedIds(asked, feedQueryBelow(below, limit)) : null
    if (listed === null) return null
    const urls = urlsOf(request)
    const viewer = { hidden: asked.hydration.hidden, viewer: asked.reader.id }
    const json = await caches.apps.answer(db.read, listed.ids, viewer, urls)
    if (json === null) return null
    linkPages(request, reply, urls.origin, { ids: listed.ids.map(String), isLast: listed.nextCursor === null })
    return new ByteJson(json)
  }

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
    const ids = (await listIdsNewestFirst(db.read, id, { limit: EMBED_MAX, after: null })).map((row) => row.id)
    const comments = await readComments(db.read, ids.toReversed(), hydration)
    const all = await foundStatuses(
      db.read,
      comments.map((each) => ({ post, comment: each })),
      hydration,
      urls,
    )
    if (!comment) return { ancestors: [], descendants: all }
    const byId = new Map(all.map((each) => [each.id, each]))
    const answeredBy = (status: Status | undefined) => byId.get(status?.in_reply_to_id ?? '')
    const above: Status[] = []
    for (let next = answeredBy(byId.get(comment._id)); next; next = answeredBy(next)) above.unshift(next)
    // An answer is newer than what it answers.
    const below = new Set([comment._id])
    for (const each of all) if (below.has(each.in_reply_to_id ?? '')) below.add(each.id)
    return {
      ancestors: [...(await statusesOf(db.read, [post], hydration, urls)), ...above],
      descendants: all.filter((each) => each.id !== comment._id && below.has(each.id)),
    }
  })
}
