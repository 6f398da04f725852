import { Worker } from 'node:worker_threads'
import type { TextTerm } from '@quack/contract/rules/search/search-query'
import { createThread } from '../threads/thread.ts'
import { scoreOf } from './best-match.ts'
import { type Columns, type ComparedText, columnsOf, doesMatch, type Unwanted, type Wanted } from './compare.ts'

/**
 * Comparing texts makes words of them, which takes long and leaves much garbage. A thread does it, so that neither
 * holds the event loop. It has no data and is the same for all, so it is not ended: it does not keep the process from
 * ending.
 */

export type Question =
  | {
      readonly kind: 'match'
      readonly texts: Columns
      readonly wanted: Wanted
      readonly unwanted: Unwanted | null
    }
  | { readonly kind: 'score'; readonly texts: Columns; readonly terms: readonly TextTerm[] }

/** For each text its score, or 1 if it matches. */
export type Answer = readonly number[]

/** So much text is compared here, because that does not take long. In characters. */
const SHORT = 4_000
/** Of garbage, for the most part. */
const HEAP_MAX_MB = 64

const thread = createThread<Question, Answer>(
  () =>
    new Worker(new URL('./compare-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB },
    }),
)

/** Unwanted phrases, and what finds them here. */
export interface Hiding extends Unwanted {
  readonly hides: (text: string) => boolean
}

/** The texts that match, in their order. @throws ThreadFailure */
export async function filterByText<Text extends ComparedText>(
  texts: readonly Text[],
  { terms = [], media = [], tags = [] }: Wanted,
  hiding: Hiding | null,
): Promise<readonly Text[]> {
  if (terms.length + media.length + tags.length === 0 && !hiding) return texts
  const wanted = { terms, media, tags }
  const viewer = hiding?.viewer ?? null
  if (isShort(texts)) return texts.filter((text) => doesMatch(text, wanted, viewer, hiding?.hides ?? (() => false)))
  const unwanted = hiding && { viewer: hiding.viewer, phrases: hiding.phrases }
  const matches = await thread.ask({ kind: 'match', texts: columnsOf(texts), wanted, unwanted })
  return texts.filter((_, index) => matches[index] === 1)
}

/** How well each text matches, in their order. @throws ThreadFailure */
export async function scoreTexts(
  texts: readonly ComparedText[],
  terms: readonly TextTerm[],
): Promise<readonly number[]> {
  if (isShort(texts)) return texts.map((text) => scoreOf(text, terms))
  return thread.ask({ kind: 'score', texts: columnsOf(texts), terms })
}

function isShort(texts: readonly ComparedText[]): boolean {
  return texts.reduce((sum, { content, alt }) => sum + content.length + alt.length, 0) <= SHORT
}
