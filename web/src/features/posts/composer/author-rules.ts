import type { WhoMayComment, WhoMayQuote } from '@quack/contract'

interface CommentRule {
  value: WhoMayComment
  label: string
  /** The label where there is little space. */
  short: string
  hint?: string
}

/** Who may comment on a post, as its author chooses it. */
export const COMMENT_RULES: readonly CommentRule[] = [
  { value: 'everyone', label: 'Everyone', short: 'Everyone' },
  { value: 'followed', label: 'People I follow', short: 'Followed' },
  { value: 'mentioned', label: 'People I mention', short: 'Mentioned', hint: 'With @username in the text of the post' },
  { value: 'nobody', label: 'Nobody', short: 'Nobody' },
]

interface QuoteRule {
  value: WhoMayQuote
  label: string
}

/** Who may quote a post, as its author chooses it. */
export const QUOTE_RULES: readonly QuoteRule[] = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'followers', label: 'Followers' },
  { value: 'nobody', label: 'Nobody' },
]
