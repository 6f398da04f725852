/**
 * How large an answer of posts may grow. A page asked for with long nested lists could hold a hundred posts of a
 * hundred comments of two hundred voters; it ends early instead, and goes on at its cursor.
 */

/** Bytes of an answer at most, but for a single post that is larger by itself. */
const ANSWER_BYTES = 4_000_000
/** About what a member's summary takes in JSON. */
const SUMMARY_BYTES = 180
/** About what a post or comment takes besides its text and its lists. */
const ENTITY_BYTES = 700

interface PostWeight {
  readonly content: string
  readonly liked_by_count: number
  readonly disliked_by_count: number
}

interface CommentWeight {
  readonly length: number
  readonly upvote_count: number
  readonly downvote_count: number
}

/** @param embed entries of each nested list at most */
export function createScale(embed: number) {
  const listBytes = (count: number) => Math.min(count, embed) * SUMMARY_BYTES
  return {
    weighPost: (post: PostWeight | undefined) =>
      post
        ? ENTITY_BYTES +
          textBytes(post.content.length) +
          listBytes(post.liked_by_count) +
          listBytes(post.disliked_by_count)
        : 0,
    weighComment: (comment: CommentWeight | undefined) =>
      comment
        ? ENTITY_BYTES + textBytes(comment.length) + listBytes(comment.upvote_count) + listBytes(comment.downvote_count)
        : 0,
    /** How many of these fit into one answer, from the first on; at least one. */
    fit<T>(entries: readonly T[], weigh: (entry: T) => number): number {
      let bytes = 0
      const tooMany = entries.findIndex((entry, index) => {
        bytes += weigh(entry)
        return index > 0 && bytes > ANSWER_BYTES
      })
      return tooMany === -1 ? entries.length : tooMany
    },
  }
}

/** A character takes three bytes at most in UTF-8, counted in UTF-16 units; control characters are rarer than that. */
function textBytes(length: number): number {
  return length * 3
}
