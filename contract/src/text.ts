import { COMMENT_MAX_LENGTH, POST_MAX_LENGTH } from './limits.ts'

/** Rules for what members write. The composer disables its button by them, and the server refuses by them. */

/** Whether a text has no visible character. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Cf}\p{Cc}]/u.test(text)
}

/** A post needs non-blank text, or media. */
export function isPostable(post: { content: string; mediaUrl: string }): boolean {
  return (!isBlank(post.content) || post.mediaUrl !== '') && post.content.length <= POST_MAX_LENGTH
}

/** A comment needs non-blank text. */
export function isCommentable(text: string): boolean {
  return !isBlank(text) && text.length <= COMMENT_MAX_LENGTH
}

/**
 * Whether a text mentions a member as `@username`, in any case. A name may end with a dot or a hyphen, and so may a
 * sentence: both readings count.
 */
export function isMentioned(text: string, username: string): boolean {
  const wanted = username.toLowerCase()
  for (const [, name = ''] of text.toLowerCase().matchAll(/(?<![\w@/=])@([\w.-]{1,100})/g)) {
    if (name.startsWith(wanted) && /^[.-]*$/.test(name.slice(wanted.length))) return true
  }
  return false
}

/** Usernames: 1 to 30 of `A-Z a-z 0-9 _ . -`, as a pattern for HTML and JSON Schema. */
export const USERNAME_PATTERN = '^[A-Za-z0-9_.-]{1,30}$'

/**
 * A website as it is stored: empty, or an http(s) address, with `https://` added if there is no scheme.
 * @returns null if it is invalid
 */
export function toWebsite(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed === '') return ''
  const address = /^[a-z][a-z0-9+.-]*:/i.test(trimmed) && !/^[^/:]+:\d/.test(trimmed) ? trimmed : `https://${trimmed}`
  return isHttpUrl(address) ? address : null
}

/** Whether a text is a complete http or https address with a host. */
export function isHttpUrl(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || /[\s\p{Cc}]/u.test(text)) return false
  return URL.canParse(text) && new URL(text).hostname !== ''
}
