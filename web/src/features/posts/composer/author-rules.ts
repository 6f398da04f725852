import { t } from '@lingui/core/macro'
import type { WhoMayComment, WhoMayQuote } from '@quack/contract'

interface CommentRule {
  value: WhoMayComment
  label: string
  /** The label where there is little space. */
  short: string
  hint?: string
}

/** Who may comment on a post, as its author chooses it. */
export const commentRules = (): CommentRule[] => [
  { value: 'everyone', label: t`Everyone`, short: t`Everyone` },
  {
    value: 'followed',
    label: t`People I follow`,
    short: t({ message: 'Followed', comment: 'Short for: People I follow' }),
  },
  {
    value: 'mentioned',
    label: t`People I mention`,
    short: t({ message: 'Mentioned', comment: 'Short for: People I mention' }),
    hint: t`With @username in the text of the post`,
  },
  { value: 'nobody', label: t`Nobody`, short: t`Nobody` },
]

interface QuoteRule {
  value: WhoMayQuote
  label: string
}

/** Who may quote a post, as its author chooses it. */
export const quoteRules = (): QuoteRule[] => [
  { value: 'everyone', label: t`Everyone` },
  { value: 'followers', label: t`Followers` },
  { value: 'nobody', label: t`Nobody` },
]
