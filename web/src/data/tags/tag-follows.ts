import type { FollowedTag, Tag } from '@quack/contract'
import { tagKey } from '@quack/contract/rules/references'
import { call } from '../api/api.ts'
import { editLists } from '../cache/key-pages.ts'
import { queryClient } from '../cache/query-client.ts'
import { postLists, queryKeys } from '../cache/query-keys.ts'
import { invalidate, readAgain } from '../cache/read-again.ts'
import { usePages } from '../cache/use-pages.ts'
import { refreshFeeds } from '../feed/membership.ts'
import { tagOf } from '../feed/reasons.ts'
import { noteSent, tap } from '../outbox/pending.ts'
import { shownTap } from '../outbox/shown-taps.ts'

/** What names a tag: its identity, and the spelling that is shown. */
export type TagName = Pick<Tag, 'key' | 'name'>

function withFollowing(tag: Tag, following: boolean): Tag {
  return tag.viewer?.following === following ? tag : { ...tag, viewer: { ...tag.viewer, following } }
}

export const TAG_TAPS = { followTag: shownTap<Tag, boolean, Pick<TagName, 'name'>>(withFollowing) }

/** Follows a tag, or stops to. Rapid calls send only the last state. */
export function setTagFollowed({ key, name }: TagName, following: boolean): void {
  const known = queryClient.getQueryData<Tag>(queryKeys.tag(key))
  const basedOn = known?.viewer?.following ?? !following
  tap<typeof TAG_TAPS>({ kind: 'followTag', target: key, body: following, basedOn, subject: { name } })
}

/** The server knows that the viewer follows a tag, or does not. */
export function showTagFollowed(key: string, following: boolean): void {
  queryClient.setQueryData<Tag>(queryKeys.tag(key), (known) => known && withFollowing(known, following))
  // Another followed tag may still bring some of them.
  if (!following) dropFromFeeds(key)
  refreshFeeds()
}

/** Removes the posts that the tag has brought. */
function dropFromFeeds(key: string): void {
  const isBrought = (id: string) => tagKey(tagOf(id) ?? '') === key
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
  await call('DELETE /api/tags/:tag/follow', { params: { tag: name } })
  showTagFollowed(key, false)
  // It is newer than a tap of a moment ago.
  noteSent({ kind: 'followTag', target: key, body: false })
  void invalidate({ queryKey: queryKeys.tag(key) })
  await readAgain(queryKeys.followedTags)
}
