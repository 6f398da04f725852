import { tagsIn } from '@quack/contract/rules/references'
import { postLists, queryKeys } from '../cache/query-keys.ts'
import { invalidate } from '../cache/read-again.ts'

/** A post with these texts was written, edited or deleted: reads the counts and posts of their tags again. */
export function refreshTagsOf(...texts: string[]): void {
  for (const key of new Set(texts.flatMap((text) => [...tagsIn(text).keys()]))) {
    for (const queryKey of [queryKeys.tag(key), postLists.tag(key)]) void invalidate({ queryKey })
  }
}
