import { ENDPOINTS } from '@quack/contract'
import { tagKey } from '@quack/contract/rules/references'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { timeOfId } from '../../database/ids.ts'
import { type PageRequest, readPage } from '../../database/paging.ts'
import { bind } from '../../http/calls/bind.ts'
import { requireChange } from '../../http/errors/errors.ts'
import { hydrationOf, pageOf } from '../../reading/list-query.ts'
import { timestamp } from '../../reading/timestamp.ts'
import { findTag } from '../posts/post-tags.queries.ts'
import { readPostsList } from '../posts/posts.answer.ts'
import { listFollowedTags, TAG_FOLLOWS_CURSOR } from './tag-follows.queries.ts'
import { followTag, unfollowTag } from './tag-follows.service.ts'
import { listTagPosts, TAG_POSTS_CURSOR } from './tag-posts.queries.ts'
import { getTag } from './tags.service.ts'
import type { TrendingTags } from './trending-tags.ts'

export function registerTags(app: FastifyInstance, db: Database, trending: TrendingTags): void {
  bind(app, ENDPOINTS.getTag, async ({ params }, { viewer, hidden }) => ({
    tag: await getTag(db.read, params.tag, viewer, hidden),
  }))

  bind(app, ENDPOINTS.listTagPosts, async ({ params, query }, context) => {
    const tag = await findTag(db.read, tagKey(params.tag))
    const load = async (page: PageRequest<{ id: number }>) =>
      tag ? listTagPosts(db.read, tag.id, page, context.hidden.unlisted) : []
    return readPostsList(db, { codec: TAG_POSTS_CURSOR, query, load }, hydrationOf(context, query))
  })

  bind(app, ENDPOINTS.followTag, async ({ params }, { viewer, hidden }) => {
    requireChange(await followTag(db, viewer.id, params.tag))
    return { tag: await getTag(db.read, params.tag, viewer, hidden) }
  })

  for (const [endpoint, change] of [
    [ENDPOINTS.putTagFollow, followTag],
    [ENDPOINTS.deleteTagFollow, unfollowTag],
  ] as const) {
    bind(app, endpoint, async ({ params }, { viewer, hidden }) => {
      await change(db, viewer.id, params.tag)
      return { tag: await getTag(db.read, params.tag, viewer, hidden) }
    })
  }

  bind(app, ENDPOINTS.listFollowedTags, async ({ query }, { viewer }) => {
    const { entries, nextCursor } = await readPage(TAG_FOLLOWS_CURSOR, pageOf(query), (page) =>
      listFollowedTags(db.read, viewer.id, page),
    )
    // The id of the tag would tell when somebody has used it first, perhaps in a post that the viewer does not see.
    const tags = entries.map(({ key, name, at }) => ({
      _id: String(at),
      key,
      name,
      followedAt: timestamp(timeOfId(at)),
    }))
    return { tags, nextCursor }
  })

  bind(app, ENDPOINTS.listTrendingTags, async (_, { hidden }) => {
    const { tags, asOf } = await trending.list(hidden)
    return {
      tags: tags.map(({ key, name, members }) => ({ key, name, membersCount: members })),
      asOf: timestamp(asOf),
    }
  })
}
