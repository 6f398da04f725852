import type { Tag } from '@quack/contract'
import { tagKey } from '@quack/contract/rules/references'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/api.ts'
import { queryClient } from '../cache/query-client.ts'
import { postLists, queryKeys } from '../cache/query-keys.ts'
import { type KeyList, useKeyList } from '../cache/use-key-list.ts'
import { useTaps, withSentTaps } from '../outbox/shown-taps.ts'
import { pageQuery, takePosts } from '../posts/post-lists.ts'
import { addMutedWord, type MutedWordInput, removeMutedWord } from '../safety/mutes.ts'
import { TAG_TAPS, type TagName } from './tag-follows.ts'

/** A tag by any spelling. @param isEnabled false for a text that is no tag */
export function useTag(text: string, isEnabled: boolean) {
  const key = tagKey(text)
  const found = useQuery<Tag>({
    queryKey: queryKeys.tag(key),
    queryFn: async ({ signal }) =>
      withSentTaps((await call('GET /api/tags/:tag', { params: { tag: text } }, { signal })).tag, key, TAG_TAPS),
    enabled: isEnabled,
    staleTime: 30_000,
  })
  return { ...found, data: useTaps(found.data, key, TAG_TAPS) }
}

/** The posts with a tag, newest first. */
export function useTagPosts(text: string, isEnabled: boolean): KeyList {
  return useKeyList({
    queryKey: postLists.tag(tagKey(text)),
    restoresOnBack: true,
    enabled: isEnabled,
    async fetchPage(cursor, signal) {
      const input = { params: { tag: text }, query: pageQuery(cursor) }
      return takePosts(await call('GET /api/tags/:tag/posts', input, { signal }))
    },
  })
}

/** Refetches both, if they are on the screen. */
export function retryTag(text: string): void {
  for (const queryKey of [queryKeys.tag(tagKey(text)), postLists.tag(tagKey(text))]) {
    void queryClient.refetchQueries({ queryKey, type: 'active' })
  }
}

/** Hides posts with a tag from lists. @returns the `_id` of the muted word, which unmutes it */
export async function muteTag({ key, name }: TagName, duration: MutedWordInput['duration']): Promise<string> {
  const { _id } = await addMutedWord({ phrase: `#${name}`, action: 'hide', duration })
  showMute(key, { mutedWord: _id })
  return _id
}

/** @param mutedWord the `_id` of the muted word */
export async function unmuteTag({ key }: Pick<TagName, 'key'>, mutedWord: string): Promise<void> {
  await removeMutedWord({ _id: mutedWord })
  showMute(key, {})
}

/** Shows it before the tag is fetched again. */
function showMute(key: string, mute: { mutedWord?: string }): void {
  queryClient.setQueryData<Tag>(
    queryKeys.tag(key),
    (known) => known && { ...known, viewer: { following: known.viewer?.following ?? false, ...mute } },
  )
}
