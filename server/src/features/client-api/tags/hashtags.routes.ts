import type { Tag } from '@quack/contract/client-api/entities'
import * as calls from '@quack/contract/client-api/lists'
import type { FastifyInstance } from 'fastify'
import type { PartRequest } from '../../../database/paging.ts'
import { readWithin } from '../../../reading/id-range.ts'
import { listFollowedTags } from '../../tags/tag-follows.queries.ts'
import { followTag, unfollowTag } from '../../tags/tag-follows.service.ts'
import { getTag } from '../../tags/tags.service.ts'
import type { TrendingTags } from '../../tags/trending-tags.ts'
import type { ListPages } from '../statuses/list-pages.ts'
import { bindClient } from '../transport/bind-client.ts'
import { LIMIT_DEFAULT } from '../transport/pages.ts'
import type { Urls } from '../transport/urls.ts'

export function hashtagView({ key, name }: { readonly key: string; readonly name: string }, urls: Urls): Tag {
  return { id: key, name, url: urls.tag(name), history: [] }
}

export function registerHashtags(scope: FastifyInstance, pages: ListPages, trending: TrendingTags): void {
  const { db } = pages

  bindClient(scope, calls.getHashtag, async ({ params, viewer, hidden, urls }) => {
    const tag = await getTag(db.read, params.name, viewer, hidden)
    return { ...hashtagView(tag, urls), ...(tag.viewer && { following: tag.viewer.following }) }
  })

  for (const [name, change] of [
    ['follow', followTag],
    ['unfollow', unfollowTag],
  ] as const) {
    bindClient(scope, calls.changeHashtag(name), async ({ params, viewer, hidden, urls }) => {
      await change(db, viewer.id, params.name)
      const tag = await getTag(db.primary, params.name, viewer, hidden)
      return { ...hashtagView(tag, urls), following: name === 'follow' }
    })
  }

  bindClient(scope, calls.listFollowedHashtags, async (context) => {
    const list = async (page: PartRequest<{ at: number }>) =>
      (await listFollowedTags(db.read, context.viewer.id, page)).map((tag) => ({ ...tag, id: tag.at }))
    const tags = await pages.read(context, (range) =>
      readWithin(range, list, async (_, rows) => ({ entities: [...rows], taken: rows.length })),
    )
    return tags.map((tag) => ({ ...hashtagView(tag, context.urls), following: true }))
  })

  for (const call of [calls.listTrends, calls.listTrendingHashtags]) {
    bindClient(scope, call, async ({ input, hidden, urls }) => {
      const { offset = 0, limit = LIMIT_DEFAULT } = input
      const { tags } = await trending.list(hidden)
      return tags.slice(offset, offset + limit).map((tag) => hashtagView(tag, urls))
    })
  }

  bindClient(scope, calls.listTrendingStatuses, async () => [])
}
