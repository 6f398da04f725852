import * as calls from '@quack/contract/client-api/timelines'
import { tagKey } from '@quack/contract/rules/references'
import type { FastifyInstance } from 'fastify'
import type { CursorCodec, PartRequest } from '../../../database/paging.ts'
import type { PostId } from '../../../database/schema.ts'
import { AppError } from '../../../http/errors/errors.ts'
import { type IdRange, readPostsWithin, readWithin } from '../../../reading/id-range.ts'
import type { Hydration } from '../../../reading/list-query.ts'
import { parseMemberId } from '../../members/members.service.ts'
import * as posts from '../../posts/post-lists.queries.ts'
import { findTag } from '../../posts/post-tags.queries.ts'
import { readPostsList } from '../../posts/posts.answer.ts'
import { hydrateOwnPosts, hydratePosts } from '../../posts/posts.hydrate.ts'
import { listTagPosts, TAG_POSTS_CURSOR } from '../../tags/tag-posts.queries.ts'
import { findAccount, findListsOf } from '../accounts/accounts.read.ts'
import { type ListPages, NOTHING } from '../statuses/list-pages.ts'
import { statusesOf } from '../statuses/statuses.read.ts'
import { bindClient } from '../transport/bind-client.ts'

type Row = { readonly id: PostId }
type List = (page: PartRequest<{ id: number }>) => Promise<readonly Row[]>
type Keep = (ids: readonly PostId[]) => Promise<readonly Row[]>

/** Posts of a kind that no index has are looked for among so many. */
const LOOKED_AT = 1_000

export function registerTimelines(scope: FastifyInstance, pages: ListPages): void {
  const { db } = pages
  const withMedia: Keep = (ids) => posts.listWithMedia(db.read, { ids })

  /** A list of everybody's posts, in which muted words count. */
  const readList = (codec: CursorCodec<{ id: number }>, list: List, range: IdRange, hydration: Hydration) =>
    readPostsWithin(range, ({ from, ...ends }) => {
      const query = { limit: range.limit, ...(from !== null && { cursor: codec.write({ id: from }) }) }
      return readPostsList(db, { codec, query, load: (page) => list({ ...page, ...ends }) }, hydration)
    })

  bindClient(scope, calls.listPublic, (context) =>
    pages.statuses(context, async (range, hydration) => {
      const { remote, only_media } = context.input
      if (remote) return NOTHING
      const list: List = (page) => posts.listIdsNewestFirst(db.read, page, hydration.hidden.unlisted)
      return readList(posts.POSTS_CURSOR, only_media ? among(list, withMedia) : list, range, hydration)
    }),
  )

  bindClient(scope, calls.listTagged, (context) =>
    pages.statuses(context, async (range, hydration) => {
      const { any = [], all = [], none = [], remote, only_media } = context.input
      if (any.length + all.length + none.length > 0) {
        throw new AppError('fieldInvalid', 'A timeline has one hashtag here: any, all and none are not known.')
      }
      const tag = await findTag(db.read, tagKey(context.params.hashtag))
      if (!tag || remote) return NOTHING
      const list: List = (page) => listTagPosts(db.read, tag.id, page, hydration.hidden.unlisted)
      return readList(TAG_POSTS_CURSOR, only_media ? among(list, withMedia) : list, range, hydration)
    }),
  )

  bindClient(scope, calls.listOfAccount, async (context) => {
    const { input, params, hydration, urls } = context
    const { pinned, only_media, tagged } = input
    const member = await findAccount(db.read, parseMemberId(params.id), hydration)
    if (pinned) {
      const ids = member.pinnedPost === null ? [] : [Number(member.pinnedPost) as PostId]
      const { entities } = await hydratePosts(db.read, ids, hydration)
      const statuses = await statusesOf(db.read, entities, hydration, urls)
      return statuses.map((status) => ({ ...status, pinned: true }))
    }
    const author = await findListsOf(db.read, member, context)
    return pages.statuses(context, async (range) => {
      if (author === null) return NOTHING
      const isOwn = author === hydration.viewer
      const all: List = (page) => posts.listIdsByAuthor(db.read, author, page, isOwn ? 'author' : 'anyone')
      const list = only_media ? among(all, withMedia) : all
      const key = tagged === undefined ? null : tagKey(tagged)
      const load = key === null ? list : among(list, (ids) => posts.listWithTag(db.read, { ids, key }))
      return readWithin(range, load, (ids) => (isOwn ? hydrateOwnPosts : hydratePosts)(db.read, ids, hydration))
    })
  })

  bindClient(scope, calls.listOfList, async () => {
    throw new AppError('postUnknown')
  })
}

/** The posts of a list that are kept, in its order. A page that is not full ends the list. */
function among(list: List, keep: Keep): List {
  return async (page) => {
    const rows = await list({ ...page, limit: LOOKED_AT })
    const kept = new Set((await keep(rows.map(({ id }) => id))).map(({ id }) => id))
    return rows.filter(({ id }) => kept.has(id)).slice(0, page.limit)
  }
}
