import * as calls from '@quack/contract/client-api/lists'
import type { FastifyInstance } from 'fastify'
import type { PartRequest } from '../../../database/paging.ts'
import type { PostId } from '../../../database/schema.ts'
import { readWithin } from '../../../reading/id-range.ts'
import { listBookmarkedIds } from '../../bookmarks/bookmarks.queries.ts'
import { listLikedIds } from '../../likes/likes.queries.ts'
import { hydratePosts } from '../../posts/posts.hydrate.ts'
import type { ListPages } from '../statuses/list-pages.ts'
import { findStatuses, foundStatuses, readStatus } from '../statuses/statuses.read.ts'
import { bindClient } from '../transport/bind-client.ts'

/** Statuses that are listed by what members have done with them. */
export function registerStatusLists(scope: FastifyInstance, pages: ListPages): void {
  const { db } = pages

  for (const [call, list] of [
    [calls.listBookmarks, listBookmarkedIds],
    [calls.listFavourites, listLikedIds],
  ] as const) {
    bindClient(scope, call, (context) => {
      const load = (page: PartRequest<{ id: number; at: number }>) =>
        list(db.read, context.viewer.id, page, context.hidden.blocked)
      const hydrate = (ids: readonly PostId[]) => hydratePosts(db.read, ids, context.hydration)
      return pages.statuses(context, (range) => readWithin(range, load, hydrate))
    })
  }

  bindClient(scope, calls.listStatuses, async (context) =>
    foundStatuses(db.read, await findStatuses(db.read, context.input.id ?? [], context.hydration), context),
  )

  bindClient(scope, calls.getHistory, async (context) => {
    const { edited_at, ...status } = await readStatus(db.read, context.params.id, context)
    return [{ ...status, created_at: edited_at ?? status.created_at, poll: null }]
  })
}
