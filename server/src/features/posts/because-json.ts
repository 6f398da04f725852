import { toByteString } from '../../http/answers/byte-string.ts'
import { type Tag, tagOf } from '../../http/answers/entity-tags.ts'

/**
 * Why posts of a page are in a reader's feed. It is one text for all of them: an object for each, in a map, takes ten
 * times as much memory.
 */
export interface Reasons {
  /** In the order of the posts, a line for each: its hashtag as JSON, or nothing. */
  readonly lines: string
  readonly tag: Tag
}

/** @param tags in the order of the posts */
export const reasonsOf = (tags: readonly (string | undefined)[]): Reasons =>
  joinReasons(tags.map((tag) => (tag === undefined ? '' : toByteString(JSON.stringify(tag)))))

/** JSON has no line breaks within a text. */
export const splitReasons = ({ lines }: Reasons): string[] => lines.split('\n')

/** What splitReasons gives, in another order or with empty lines. */
export function joinReasons(all: readonly string[]): Reasons {
  const lines = all.join('\n')
  return { lines, tag: tagOf(lines) }
}

/** The post with its reason: the last property of its schema. */
export const withBecause = (json: string, tag: string): string => `${json.slice(0, -1)},"because":{"tag":${tag}}}`
