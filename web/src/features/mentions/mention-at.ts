import { partsOf } from '@quack/contract/rules/references'

/** A name that is being typed. */
export interface TypedMention {
  /** The offset of its @. */
  start: number
  /** What is typed of the name, without the @. */
  name: string
}

/** The mention that ends at the caret, or null. It begins where one in a published text may begin. */
export function mentionAt(text: string, caret: number): TypedMention | null {
  // In the middle of a word, choosing a name would leave the rest of the word after it.
  if (/^[\p{L}\p{M}\p{N}_]/u.test(text.slice(caret))) return null
  const last = partsOf(text.slice(0, caret)).at(-1)
  if (last?.kind !== 'mention') return null
  return { start: caret - last.text.length, name: last.text.slice(1) }
}
