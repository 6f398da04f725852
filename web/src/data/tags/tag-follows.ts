import type { FollowedTag, Tag } from '@quack/contract'
import { tagKey } from '@quack/contract/references'
import { call } from '../api/api.ts'
import { isRefusal } from '../api/api-errors.ts'
import { reportFailure } from '../api/error-notifications.ts'
import { editLists } from '../cache/key-pages.ts'
import { queryClient } from '../cache/query-client.ts'
import { postLists, queryKeys } from '../cache/query-keys.ts'
import { invalidate, readAgain } from '../cache/read-again.ts'
import { createToggleQueue } from '../cache/toggle-queue.ts'
import { usePages } from '../cache/use-pages.ts'
import { refreshFeeds } from '../feed-membership.ts'
import { reasonOf } from '../feed-reasons.ts'

/** What names a tag: its identity, and the spelling that is shown. */
export type TagName = Pick<Tag, 'key' | 'name'>

const queue = createToggleQueue<TagName, boolean>({
  keyOf: ({ key }) => key,
  show: ({ key }, following) =>
    queryClient.setQueryData<Tag>(queryKeys.tag(key), (known) => known && withFollowing(known, following)),
  send: ({ name }, following) => (following ? follow(name) : unfollow(name)),
  isAlready: (error, following) => isRefusal(error, following ? 'tagAlreadyFollowed' : 'tagNotFollowed'),
  onRefused: reportFailure,
})

function withFollowing(tag: Tag, following: boolean): Tag {
  return tag.viewer?.following === following ? tag : { ...tag, viewer: { ...tag.viewer, following } }
}

/** Applies what the viewer last asked for to the response to an earlier read. */
export function withFollowIntent(tag: Tag): Tag {
  const intent = queue.intent(tag.key)
  return intent === undefined ? tag : withFollowing(tag, intent)
}

/** Follows a tag, or stops to. Rapid calls send only the last state. */
export function setTagFollowed({ key, name, viewer }: Tag, following: boolean): void {
  void queue.set({ key, name }, viewer?.following ?? false, following)
}

async function follow(name: string): Promise<void> {
  await call('POST /api/tags/:tag/follow', { params: { tag: name } })
  refreshFeeds()
}

async function unfollow(name: string): Promise<void> {
  await call('DELETE /api/tags/:tag/follow', { params: { tag: name } })
  dropFromFeeds(tagKey(name))
  // Another followed tag may still bring some of them.
  refreshFeeds()
}

/** Removes the posts that the tag has brought. */
function dropFromFeeds(key: string): void {
  const isBrought = (id: string) => tagKey(reasonOf(id) ?? '') === key
  editLists(postLists.feeds, (keys) => (keys.some(isBrought) ? keys.filter((id) => !isBrought(id)) : keys))
}

/** The tags that the viewer follows, the latest first. */
export function useFollowedTags() {
  return usePages<FollowedTag>(queryKeys.followedTags, async (query, signal) => {
    const { tags, nextCursor } = await call('GET /api/followed-tags', { query }, { signal })
    return { entries: tags, nextCursor }
  })
}

/** Resolves when the list is without the tag. Succeeds if it is not followed any more. */
export async function unfollowListedTag({ key, name }: TagName): Promise<void> {
  try {
    await unfollow(name)
  } catch (error) {
    if (!isRefusal(error, 'tagNotFollowed')) throw error
  }
  void invalidate({ queryKey: queryKeys.tag(key) })
  await readAgain(queryKeys.followedTags)
}
