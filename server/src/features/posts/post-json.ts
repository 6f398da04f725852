import type { Post } from '@quack/contract'
import type { Entries, Sized } from '../../cache/cache.ts'
import type { PostId } from '../../database/schema.ts'
import { replaceLast, toByteString } from '../../http/answers/byte-string.ts'
import { type Tag, tagOf } from '../../http/answers/entity-tags.ts'
import type { BuiltPost } from './posts.hydrate.ts'
import { BOOKMARKED, DISLIKED, LIKED } from './reactions.queries.ts'

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

/** The viewer's reactions, as the schema serialises them. A post's text cannot contain it: JSON escapes quotes. */
const reactionsJson = (bits: number): string =>
  `"viewer":${JSON.stringify({
    liked: (bits & LIKED) !== 0,
    disliked: (bits & DISLIKED) !== 0,
    bookmarked: (bits & BOOKMARKED) !== 0,
  })}`
const REACTIONS_JSON = Array.from({ length: 8 }, (_, bits) => reactionsJson(bits))
const NO_REACTIONS = reactionsJson(0)

/** The post with a viewer's reactions. Without nested lists of members, that is all that depends on the viewer. */
export const withReactions = (json: string, bits: number): string =>
  replaceLast(json, NO_REACTIONS, REACTIONS_JSON[bits] ?? NO_REACTIONS)
