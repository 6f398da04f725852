import type { Post, ViewerPoll } from '@quack/contract'
import type { Entries, Sized } from '../../cache/cache.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { type Tag, tagOf } from '../../http/answers/entity-tags.ts'
import { replaceLast, toByteString } from '../../http/answers/json-answer.ts'
import type { BuiltPost } from './posts.hydrate.ts'
import { BOOKMARKED, DISLIKED, LIKED, REPOSTED } from './reactions.queries.ts'

/** A post as a viewer without reactions sees it. */
export interface PostJson extends Sized, Tag, Omit<BuiltPost, 'id' | 'post' | 'until'> {
  readonly json: string
  /** As in BuiltPost; null for never, which V8 need not look up elsewhere. */
  readonly until: number | null
  /** Of the results of its poll that only some see, and that are no part of the text. */
  readonly resultsTag: Tag | null
}

/** Approximate size of the object of a poll. */
const POLL_BYTES = 1_500

export type PostEntries = Entries<PostId, PostJson>

export function postJson({ id: _, post, ...built }: BuiltPost, toJson: (post: Post) => string): PostJson {
  const text = toJson(post)
  const json = toByteString(text)
  const results = built.poll?.voterResults
  const resultsTag = results ? tagOf(JSON.stringify(results)) : null
  const bytes = json.length + 8 * built.members.length + (built.poll ? POLL_BYTES : 0)
  const until = built.until === Number.POSITIVE_INFINITY ? null : built.until
  return { ...built, ...tagOf(text), until, bytes, json, resultsTag }
}

/** The viewer's reactions, as the schema serialises them. A post's text cannot contain it: JSON escapes quotes. */
const reactionsJson = (bits: number): string =>
  `"viewer":${JSON.stringify({
    liked: (bits & LIKED) !== 0,
    disliked: (bits & DISLIKED) !== 0,
    bookmarked: (bits & BOOKMARKED) !== 0,
    ...((bits & REPOSTED) !== 0 && { reposted: true }),
  })}`
const REACTIONS_JSON = Array.from({ length: 16 }, (_, bits) => reactionsJson(bits))
const NO_REACTIONS = reactionsJson(0)

/**
 * The post with a viewer's reactions. Without nested lists of members, that is all that depends on the viewer.
 * @param poll what its poll is to the viewer
 */
export function withReactions(json: string, bits: number, poll?: ViewerPoll): string {
  const reactions = REACTIONS_JSON[bits] ?? NO_REACTIONS
  const shown = poll ? `${reactions.slice(0, -1)},"poll":${JSON.stringify(poll)}}` : reactions
  return replaceLast(json, NO_REACTIONS, shown)
}

/** Why a post is in a list, as properties of it; and the members whom that names. */
export type Reason = Pick<Post, 'because' | 'repost'> & { readonly names?: MemberId }

/** A post with its reason. */
export const withReason = (post: Post, { because, repost }: Reason): Post => ({
  ...post,
  ...(because && { because }),
  ...(repost && { repost }),
})

/** The reasons of the posts on a page. Two flat arrays: an object for each, in a map, takes far more memory. */
export interface Reasons {
  /** Which posts of the page have one, by their indexes in ascending order. */
  readonly at: readonly number[]
  /** The reasons of those posts: properties as JSON. */
  readonly texts: readonly string[]
  readonly tag: Tag
  /** The members whom they name. */
  readonly names: readonly MemberId[]
}

/** @param reasons in the order of the posts */
export const reasonsOf = (reasons: readonly (Reason | undefined)[]): Reasons =>
  textReasons(
    reasons.map((reason) => {
      if (!reason) return undefined
      const { names: _, ...properties } = reason
      return toByteString(JSON.stringify(properties).slice(1, -1))
    }),
    reasons.flatMap((reason) => reason?.names ?? []),
  )

/** As reasonsOf, from their texts. */
export function textReasons(all: readonly (string | undefined)[], names: readonly MemberId[]): Reasons {
  const texts = all.filter((text) => text !== undefined)
  const at = [...all.keys()].filter((index) => all[index] !== undefined)
  // JSON has no line breaks within a text.
  return { at, texts, tag: tagOf(all.join('\n')), names }
}

/** The post with its reason: the last properties of its schema. */
export const withBecause = (json: string, reason: string): string => `${json.slice(0, -1)},${reason}}`
