import {
  COMMENT_MAX_LENGTH,
  POLL_OPTION_MAX_LENGTH,
  POLL_OPTIONS_MAX,
  POLL_OPTIONS_MIN,
  POST_MAX_LENGTH,
} from './limits.ts'

/** Rules for what members write. The composer disables its button by them, and the server refuses by them. */

/**
 * A character that shows something, as a pattern for JSON Schema. White space, control and format characters, fillers
 * (U+3164) and the empty Braille pattern show nothing.
 */
export const VISIBLE_PATTERN = '[^\\s\\p{Cc}\\p{Cf}\\p{DI}\\u2800]'
const VISIBLE = new RegExp(VISIBLE_PATTERN, 'u')

/** Whether a text has no visible character. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text)
}

/** A description of media as it is stored: empty if nothing of it shows. */
export function toAlt(text: string): string {
  return isBlank(text) ? '' : text.trim()
}

/**
 * Between the descriptions of a post's pictures, its warning and the options of its poll, where they are one text. No
 * sequence of words goes across it.
 */
export const ALT_SEPARATOR = '\u001e'

/**
 * What is searched and muted beside a post's text: the descriptions of all of its pictures, its warning, and the
 * options of its poll.
 */
export function altsOf(post: {
  readonly alt: string
  readonly furtherPictures?: readonly { readonly alt: string }[] | undefined
  readonly warning?: string | undefined
  readonly poll?: { readonly options: readonly string[] } | undefined
}): string {
  const warning = post.warning ? [post.warning] : []
  const alts = [post.alt, ...(post.furtherPictures ?? []).map(({ alt }) => alt)]
  return [...alts, ...warning, ...(post.poll?.options ?? [])].join(ALT_SEPARATOR)
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
 * A text for a title: without line breaks and other control characters, and without those that turn the direction of
 * what follows.
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** A warning as it is stored: one line, empty if nothing of it shows. */
export function toWarning(text: string): string {
  return isBlank(text) ? '' : oneLine(text)
}

/** The options of a poll as they are stored: lines without further white space; null if they are none of a poll. */
export function toPollOptions(options: readonly string[]): string[] | null {
  const lines = options.map((option) => oneLine(option).replace(/\s+/gu, ' '))
  const different = new Set(lines.map((line) => line.toLowerCase()))
  const isValid =
    lines.length >= POLL_OPTIONS_MIN &&
    lines.length <= POLL_OPTIONS_MAX &&
    different.size === lines.length &&
    lines.every((line) => !isBlank(line) && line.length <= POLL_OPTION_MAX_LENGTH)
  return isValid ? lines : null
}

/**
 * Usernames: 1 to 30 of `A-Z a-z 0-9 _ . -`, as a pattern for HTML and JSON Schema. A dot or a hyphen is neither first
 * nor last, so that it can end a sentence after a mention. Older names may be different.
 */
export const USERNAME_PATTERN = '^[A-Za-z0-9_]([A-Za-z0-9_.\\-]{0,28}[A-Za-z0-9_])?$'

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
