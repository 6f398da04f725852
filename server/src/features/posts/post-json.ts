import type { Post } from '@quack/contract'
import type { Entries, Sized } from '../../cache/cache.ts'
import type { PostId } from '../../database/schema.ts'
import { toByteString } from '../../http/answers/byte-string.ts'
import { type Tag, tagOf } from '../../http/answers/entity-tags.ts'
import type { BuiltPost } from './posts.hydrate.ts'

/** A post as a viewer without reactions sees it. */
export interface PostJson extends Sized, Omit<BuiltPost, 'id' | 'post'> {
  readonly json: string
  readonly tag: Tag
}

export type PostEntries = Entries<number, PostId, PostJson>

export function postJson({ id: _, post, ...built }: BuiltPost, toJson: (post: Post) => string): PostJson {
  const text = toJson(post)
  const json = toByteString(text)
  return { ...built, bytes: json.length + 8 * built.members.length, json, tag: tagOf(text) }
}
