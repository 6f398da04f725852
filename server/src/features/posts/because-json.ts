import type { Post } from '@quack/contract'
import { toByteString } from '../../http/answers/byte-string.ts'
import { type Tag, tagOf } from '../../http/answers/entity-tags.ts'

/** Why a post is in a reader's feed, as JSON that ends the post. */
export interface BecauseJson {
  readonly json: string
  readonly tag: Tag
}

export function becauseJson(because: Required<Post>['because']): BecauseJson {
  const text = JSON.stringify({ because })
  return { json: `,${toByteString(text.slice(1))}`, tag: tagOf(text) }
}

/** The post with its reason: the last property of its schema. */
export const withBecause = (json: string, because: BecauseJson): string => json.slice(0, -1) + because.json
