import { tagsIn } from '@quack/contract/references'
import { queryClient } from './cache/query-client.ts'
import { postLists, queryKeys } from './cache/query-keys.ts'

/** A post with these texts was written, edited or deleted: reads the counts and posts of their tags again. */
export function refreshTagsOf(...texts: string[]): void {
  for (const key of new Set(texts.flatMap((text) => [...tagsIn(text).keys()]))) {
    for (const queryKey of [queryKeys.tag(key), postLists.tag(key)]) void queryClient.invalidateQueries({ queryKey })
  }
}
