import { type Draft, EMPTY_DRAFT, getDraft, updateDraft } from '../../../data/drafts/drafts.ts'
import { NEW_POST_DRAFT } from '../../../data/drafts/new-post.ts'
import type { Quoted } from '../../../data/offline/quoted.ts'

/** What the dialog was opened to quote, and the draft before that. */
let begun: { quote: Quoted; before: Draft } | null = null

/** Puts a post that is to be quoted into the draft of a new post, in place of another one that it quotes. */
export function beginQuote(quote: Quoted): void {
  begun = { quote, before: getDraft(NEW_POST_DRAFT) ?? EMPTY_DRAFT }
  updateDraft(NEW_POST_DRAFT, { quote })
}

/** The dialog is closed: nothing that the member has not written for a quote keeps it. */
export function endQuote(): void {
  const draft = getDraft(NEW_POST_DRAFT)
  const { quote, before } = begun ?? {}
  begun = null
  if (!draft?.quote) return
  if (lookOf(draft) === lookOf(EMPTY_DRAFT)) updateDraft(NEW_POST_DRAFT, { quote: undefined })
  else if (before && draft.quote._id === quote?._id && lookOf(draft) === lookOf(before))
    updateDraft(NEW_POST_DRAFT, { quote: before.quote })
}

const lookOf = ({ content, attached, cover }: Draft): string =>
  JSON.stringify([content, cover, attached.map(({ id, alt }) => [id, alt])])
