import * as calls from '@quack/contract/client-api/lists'
import type { FastifyInstance } from 'fastify'
import { readWithin } from '../../../reading/id-range.ts'
import { hydrationOf } from '../../../reading/list-query.ts'
import { listBookmarkedIds } from '../../bookmarks/bookmarks.queries.ts'
import { UPVOTED_BY } from '../../comments/reading/comments.queries.ts'
import { listPeople } from '../../follows/people.queries.ts'
import { listLikedIds } from '../../likes/likes.queries.ts'
import { hydrateMembers } from '../../members/members.hydrate.ts'
import { hydratePosts } from '../../posts/posts.hydrate.ts'
import { LIKED_BY } from '../../posts/posts.queries.ts'
import type { ListPages } from '../statuses/list-pages.ts'
import { findStatus, findStatuses, foundStatuses, statusOf } from '../statuses/statuses.read.ts'
import { bindClient } from '../transport/bind-client.ts'

/** Statuses that are listed by what members have done with them, and who has. */
export function registerStatusLists(scope: FastifyInstance, pages: ListPages): void {
  const { db, urlsOf } = pages

  for (const [call, list] of [
    [calls.listBookmarks, listBookmarkedIds],
    [calls.listFavourites, listLikedIds],
  ] as const) {
    bindClient(scope, call, (context) =>
      pages.statuses(context, (range, hydration) =>
        readWithin(
          range,
          (page) => list(db.read, context.viewer.id, page, context.hidden.blocked),
          (ids) => hydratePosts(db.read, ids, hydration),
        ),
      ),
    )
  }

  bindClient(scope, calls.listStatuses, async (context) => {
    const hydration = hydrationOf(context, {})
    const found = await findStatuses(db.read, context.input.id ?? [], hydration)
    return foundStatuses(db.read, found, hydration, urlsOf(context.request))
  })

  bindClient(scope, calls.listFavouritedBy, (context) =>
    pages.accounts(context, async (range, hydration) => {
      const { id, comment } = await findStatus(db.read, context.params.id, hydration)
      const [list, owner] = comment ? [UPVOTED_BY, Number(comment._id)] : [LIKED_BY, id]
      return readWithin(
        range,
        (page) => listPeople(db.read, list, owner, page, context.hidden.blocked),
        (ids) => hydrateMembers(db.read, ids, hydration),
      )
    }),
  )

  bindClient(scope, calls.listRebloggedBy, async (context) => {
    await findStatus(db.read, context.params.id, hydrationOf(context, {}))
    return []
  })

  bindClient(scope, calls.getHistory, async (context) => {
    const hydration = hydrationOf(context, {})
    const found = await findStatus(db.read, context.params.id, hydration)
    const { edited_at, ...status } = await statusOf(db.read, found, hydration, urlsOf(context.request))
    return [{ ...status, created_at: edited_at ?? status.created_at, poll: null }]
  })
}
