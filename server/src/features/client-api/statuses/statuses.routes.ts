import type { IncomingMessage } from 'node:http'
import type { Status } from '@quack/contract/client-api/entities'
import * as calls from '@quack/contract/client-api/reading'
import { EMBED_MAX } from '@quack/contract/rules/limits'
import type { FastifyInstance } from 'fastify'
import type { AnswerPlans, PlannedRoute } from '../../../http/answers/answer-plans.ts'
import { JsonAnswer } from '../../../http/answers/json-answer.ts'
import type { Viewer } from '../../../reading/viewer.ts'
import { listIdsNewestFirst } from '../../comments/reading/comments.queries.ts'
import { type Asked, askFeed, type FeedCaches, findFeedIds, loadFeedIds } from '../../feed/cached-feed.ts'
import { feedQueryBelow, readFeedWithin } from '../../feed/feed-read.ts'
import type { IdPage, PageKey } from '../../posts/list-page.ts'
import { bindClient, type ClientContext } from '../transport/bind-client.ts'
import { linkPages, linksOf, rangeOf } from '../transport/pages.ts'
import { sendPage } from '../transport/send-page.ts'
import type { Urls } from '../transport/urls.ts'
import type { ListPages, PageContext } from './list-pages.ts'
import type { StatusPages } from './status-pages.ts'
import { findStatus, foundStatuses, readComments, readStatus, statusesOf } from './statuses.read.ts'

export interface StatusesCaches extends FeedCaches {
  readonly apps: StatusPages
  readonly plans: AnswerPlans
}

const pageOf = ({ ids, nextCursor }: IdPage) => ({ ids, isLast: nextCursor === null })

/** @param directUrlsOf before the framework; null if only the framework knows the origin */
export function registerStatuses(
  scope: FastifyInstance,
  pages: ListPages,
  caches: StatusesCaches,
  directUrlsOf: (request: IncomingMessage, viewer: Viewer) => Urls | null,
): void {
  const { db } = pages
  const listHome = async (context: ClientContext<typeof calls.listHome>) => {
    const asked = await askFeed(db, caches, context, { embed: 0 })
    const { reader, hydration } = asked
    const cached = await answerHome(asked, context)
    return cached ?? pages.statuses(context, (range) => readFeedWithin(db, reader, range, hydration))
  }
  const direct: PlannedRoute<PageKey> = {
    plans: caches.plans,
    find(key, { request, viewer, hidden }) {
      const urls = directUrlsOf(request, viewer)
      const listed = urls && findFeedIds(caches, key, viewer.id, hidden)
      const json = listed && !listed.places && caches.apps.find(listed.ids, { viewer: viewer.id, hidden }, urls)
      if (!json) return null
      return sendPage(json, linksOf(request.url ?? '', urls.origin, pageOf(listed)))
    },
  }
  bindClient(scope, calls.listHome, listHome, { direct })

  /** A page from the caches; null if plain queries have to answer. */
  async function answerHome(asked: Asked, context: PageContext): Promise<JsonAnswer<PageKey> | null> {
    const { input, request, reply, urls } = context
    const { below, above, limit } = rangeOf(input)
    const found = above === null ? await loadFeedIds(asked, feedQueryBelow(below, limit)) : null
    if (found === null) return null
    const { key, listed } = found
    if (listed.places) return null
    const viewer = { hidden: asked.hydration.hidden, viewer: asked.reader.id }
    const json = await caches.apps.answer(db.read, listed.ids, viewer, urls)
    if (json === null) return null
    linkPages(request, reply, urls.origin, pageOf(listed))
    // Apps do not ask whether what they have is current.
    return new JsonAnswer(json, '', key)
  }

  bindClient(scope, calls.getStatus, (context) => readStatus(db.read, context.params.id, context))

  bindClient(scope, calls.getContext, async (context) => {
    const { params, hydration } = context
    const { id, post, comment } = await findStatus(db.read, params.id, hydration)
    const ids = (await listIdsNewestFirst(db.read, id, { limit: EMBED_MAX, after: null })).map((row) => row.id)
    const comments = await readComments(db.read, ids.toReversed(), hydration)
    const found = comments.map((each) => ({ post, comment: each }))
    const all = await foundStatuses(db.read, found, context)
    if (!comment) return { ancestors: [], descendants: all }
    const byId = new Map(all.map((each) => [each.id, each]))
    const answeredBy = (status: Status | undefined) => byId.get(status?.in_reply_to_id ?? '')
    const above: Status[] = []
    for (let next = answeredBy(byId.get(comment._id)); next; next = answeredBy(next)) above.unshift(next)
    // An answer is newer than what it answers.
    const below = new Set([comment._id])
    for (const each of all) if (below.has(each.in_reply_to_id ?? '')) below.add(each.id)
    return {
      ancestors: [...(await statusesOf(db.read, [post], context)), ...above],
      descendants: all.filter((each) => each.id !== comment._id && below.has(each.id)),
    }
  })
}
