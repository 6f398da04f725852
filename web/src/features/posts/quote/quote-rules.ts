import type { WhoMayQuote } from '@quack/contract'

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
