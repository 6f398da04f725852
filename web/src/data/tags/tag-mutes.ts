import type { Tag } from '@quack/contract'
import { queryClient } from '../cache/query-client.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { addMutedWord, type MutedWordInput, removeMutedWord } from '../safety/muted-words.ts'
import type { TagName } from './tag-follows.ts'

/** Hides posts with a tag from the feeds. @returns the `_id` of the muted word, which unmutes it */
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
