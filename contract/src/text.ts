import { COMMENT_MAX_LENGTH, POST_MAX_LENGTH } from './limits.ts'

/** Rules on what people write, shared by the composer, which disables its button, and the server, which refuses. */

/** True for text without a single visible character. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Cf}\p{Cc}]/u.test(text)
}

/** A post needs text that is not blank, or media. */
export function isPostable(post: { content: string; mediaUrl: string }): boolean {
  return (!isBlank(post.content) || post.mediaUrl !== '') && post.content.length <= POST_MAX_LENGTH
}

/** A comment needs text that is not blank. */
export function isCommentable(text: string): boolean {
  return !isBlank(text) && text.length <= COMMENT_MAX_LENGTH
}

/** Usernames: 1 to 30 of `A-Z a-z 0-9 _ . -`, as an HTML pattern and a JSON Schema pattern. */
export const USERNAME_PATTERN = '^[A-Za-z0-9_.-]{1,30}$'

/** A website as it is stored: an http(s) address, `https://` put before one without a scheme, or empty. Null when it is none of these. */
export function toWebsite(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed === '') return ''
  const address = /^[a-z][a-z0-9+.-]*:/i.test(trimmed) && !/^[^/:]+:\d/.test(trimmed) ? trimmed : `https://${trimmed}`
  return isHttpUrl(address) ? address : null
}

/** True for a whole http or https address with a host. */
export function isHttpUrl(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || /[\s\p{Cc}]/u.test(text)) return false
  return URL.canParse(text) && new URL(text).hostname !== ''
}
