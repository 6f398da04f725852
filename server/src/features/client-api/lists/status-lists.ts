import * as calls from '@quack/contract/client-api/lists'
import { VERSIONS_MAX } from '@quack/contract/rules/limits'
import type { FastifyInstance } from 'fastify'
import type { Connection } from '../../../database/database.ts'
import type { PartRequest } from '../../../database/paging.ts'
import type { CommentId, PostId } from '../../../database/schema.ts'
import { readWithin } from '../../../reading/id-range.ts'
import type { Hydration } from '../../../reading/list-query.ts'
import { listBookmarkedIds } from '../../bookmarks/bookmarks.queries.ts'
import { listLikedIds } from '../../likes/likes.queries.ts'
import { hydratePosts } from '../../posts/posts.hydrate.ts'
import { readCommentVersions, readPostVersions } from '../../versions/versions.answer.ts'
import { timeOf } from '../accounts/account.view.ts'
import type { ListPages } from '../statuses/list-pages.ts'
import { type Found, findStatus, findStatuses, foundStatuses } from '../statuses/statuses.read.ts'
import { bindClient } from '../transport/bind-client.ts'

/** Bookmarks and likes, statuses by their ids, and what they said before. */
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
    const found = await findStatus(db.read, context.params.id, context.hydration)
    const versions = await readVersions(db.read, found, context.hydration)
    const statuses = await foundStatuses(db.read, versions, context)
    return statuses.map((status, index) => ({
      ...status,
      created_at: timeOf(Date.parse(versions[index]?.since ?? '')),
      poll: null,
    }))
  })
}

/** What a post or comment has said, oldest first. */
async function readVersions(db: Connection, { id, post, comment }: Found, hydration: Hydration) {
  const query = { limit: VERSIONS_MAX }
  if (comment) {
    const { versions } = await readCommentVersions(db, Number(comment._id) as CommentId, query, hydration)
    return versions.reverse().map(({ text, since }) => ({ post, comment: { ...comment, text }, since }))
  }
  const versions = await withFirst((cursor) =>
    readPostVersions(db, id, { ...query, ...(cursor && { cursor }) }, hydration),
  )
  const { warning, warnedBy, sensitive, furtherPictures, lang, repost, quote, card, ...rest } = post
  return versions.reverse().map((version) => ({
    post: { ...rest, ...version, _id: post._id },
    ...{ comment: null, since: version.since },
  }))
}

/** As many versions as fit into an answer, the newest first, and the first one, which apps take for the original. */
async function withFirst<Version>(
  read: (cursor: string | null) => Promise<{ versions: Version[]; nextCursor: string | null }>,
): Promise<Version[]> {
  const newest = await read(null)
  let first: Version | undefined
  for (let cursor = newest.nextCursor; cursor !== null; ) {
    const page = await read(cursor)
    first = page.versions.at(-1) ?? first
    cursor = page.nextCursor
  }
  return first ? [...newest.versions, first] : newest.versions
}
