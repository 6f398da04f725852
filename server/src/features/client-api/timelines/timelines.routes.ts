import type { ClientInput } from '@quack/contract/client-api/client-call'
import * as calls from '@quack/contract/client-api/timelines'
import { tagKey } from '@quack/contract/rules/references'
import type { FastifyInstance } from 'fastify'
import type { Connection } from '../../../database/database.ts'
import type { CursorCodec, PartRequest } from '../../../database/paging.ts'
import type { PostId } from '../../../database/schema.ts'
import { AppError } from '../../../http/errors/errors.ts'
import { type IdRange, readPostsWithin, readWithin } from '../../../reading/id-range.ts'
import type { Hydration } from '../../../reading/list-query.ts'
import { listExploreIds } from '../../feed/explore.ts'
import { parseMemberId } from '../../members/members.service.ts'
import * as posts from '../../posts/post-lists.queries.ts'
import { findTag } from '../../posts/post-tags.queries.ts'
import { memberPosts, readPostsList, withReasons } from '../../posts/posts.answer.ts'
import { hydrateOwnPosts, hydratePosts } from '../../posts/posts.hydrate.ts'
import { quotesOf } from '../../quotes/quotes.answer.ts'
import { findAnyAuthor, QUOTES_CURSOR } from '../../quotes/quotes.queries.ts'
import { listTagPosts, TAG_POSTS_CURSOR } from '../../tags/tag-posts.queries.ts'
import { findAccount, findListsOf } from '../accounts/accounts.read.ts'
import { type ListPages, NOTHING } from '../statuses/list-pages.ts'
import { findStatus, statusesOf } from '../statuses/statuses.read.ts'
import { bindClient, type ClientContext } from '../transport/bind-client.ts'

type Rows = Promise<readonly { readonly id: PostId }[]>
type Page = PartRequest<{ id: number }>
type List = (db: Connection, page: Page) => Rows
type Keep = (db: Connection, ids: readonly PostId[]) => Rows

/** What makes a list one of posts that no index has. */
type Input = Pick<ClientInput<typeof calls.listOfAccount>, 'only_media' | 'tagged'>
type Context = { readonly input: Input; readonly hydration: Hydration }

/** These are looked for among so many. */
const LOOKED_AT = 1_000

export function registerTimelines(scope: FastifyInstance, pages: ListPages): void {
  const { db } = pages
  const withMedia: Keep = (from, ids) => posts.listWithMedia(from, { ids })

  /** The posts of a list that all of these keep, in its order. A page that is not full ends the list. */
  const among = (list: List, keeps: readonly Keep[]) => async (page: Page) => {
    if (keeps.length === 0) return list(db.read, page)
    const { read } = db.heavy
    let rows = await list(read, { ...page, limit: LOOKED_AT })
    for (const keep of keeps) {
      const ids = rows.map(({ id }) => id)
      const kept = new Set((await keep(read, ids)).map(({ id }) => id))
      rows = rows.filter(({ id }) => kept.has(id))
    }
    return rows.slice(0, page.limit)
  }

  /** A list of posts by many authors, in which muted words count. */
  function readList(codec: CursorCodec<{ id: number }>, list: List, { input, hydration }: Context, range: IdRange) {
    const load = among(list, input.only_media ? [withMedia] : [])
    return readPostsWithin(range, ({ from, ...ends }) => {
      const query = { limit: range.limit, ...(from !== null && { cursor: codec.write({ id: from }) }) }
      return readPostsList(db, { codec, query, load: (page) => load({ ...page, ...ends }) }, hydration)
    })
  }

  const listPublic = (context: ClientContext<typeof calls.listPublic>) =>
    pages.statuses(context, async (range) => {
      if (context.input.remote) return NOTHING
      const list: List = (from, page) => listExploreIds(from, page, context.hidden)
      return readList(posts.POSTS_CURSOR, list, context, range)
    })
  bindClient(scope, calls.listPublic, listPublic, { isHeavy: isAmong })

  const listTagged = (context: ClientContext<typeof calls.listTagged>) =>
    pages.statuses(context, async (range) => {
      const { any = [], all = [], none = [], remote } = context.input
      if (any.length + all.length + none.length > 0) {
        throw new AppError('fieldInvalid', 'A timeline has one hashtag here: any, all and none are not known.')
      }
      const tag = await findTag(db.read, tagKey(context.params.hashtag))
      if (!tag || remote) return NOTHING
      const list: List = (from, page) => listTagPosts(from, tag.id, page, context.hidden.unlisted)
      return readList(TAG_POSTS_CURSOR, list, context, range)
    })
  bindClient(scope, calls.listTagged, listTagged, { isHeavy: isAmong })

  const listOfAccount = async (context: ClientContext<typeof calls.listOfAccount>) => {
    const { input, params, hydration } = context
    const { pinned, only_media, tagged, exclude_reblogs } = input
    const member = await findAccount(db.read, parseMemberId(params.id), hydration)
    if (pinned) {
      const ids = member.pinnedPost === null ? [] : [Number(member.pinnedPost) as PostId]
      const { entities } = await hydratePosts(db.read, ids, hydration)
      const statuses = await statusesOf(db.read, entities, context)
      return statuses.map((status) => ({ ...status, pinned: true }))
    }
    const author = await findListsOf(db.read, member, context)
    return pages.statuses(context, async (range) => {
      if (author === null) return NOTHING
      const isOwn = author === hydration.viewer
      const hydrate = isOwn ? hydrateOwnPosts : hydratePosts
      if (!(exclude_reblogs || isAmong(input))) {
        const { load, reasons } = memberPosts(db.read, author, hydration)
        return readWithin(range, load, async (ids) => {
          const { entities, taken } = await hydrate(db.read, ids, hydration)
          return { entities: await withReasons(entities, reasons), taken }
        })
      }
      const list: List = (from, page) => posts.listIdsByAuthor(from, author, page, isOwn ? 'author' : 'anyone')
      const key = tagged === undefined ? null : tagKey(tagged)
      const withTag: Keep[] = key === null ? [] : [(from, ids) => posts.listWithTag(from, { ids, key })]
      const load = among(list, only_media ? [withMedia, ...withTag] : withTag)
      return readWithin(range, load, (ids) => hydrate(db.read, ids, hydration))
    })
  }
  bindClient(scope, calls.listOfAccount, listOfAccount, { isHeavy: isAmong })

  bindClient(scope, calls.listQuotes, (context) =>
    pages.statuses(context, async (range) => {
      const { params, hydration } = context
      const { id: post, comment } = await findStatus(db.read, params.id, hydration)
      const found = comment ? undefined : await findAnyAuthor(db.read, { id: post })
      if (!found) return NOTHING
      const list: List = (_from, page) => quotesOf(db, post, found.author, hydration)(page)
      return readList(QUOTES_CURSOR, list, { input: {}, hydration }, range)
    }),
  )

  bindClient(scope, calls.listOfList, async () => {
    throw new AppError('postUnknown')
  })
}

/** Whether posts are looked for among others. */
function isAmong({ only_media = false, tagged }: Input): boolean {
  return only_media || tagged !== undefined
}
