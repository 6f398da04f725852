import type { Post } from '@quack/contract'
import { mutableText } from '../../comparing/compare.ts'
import type { Hiding } from '../../comparing/compare-in-thread.ts'
import type { MemberId } from '../../database/schema.ts'
import type { HiddenWords } from '../../reading/hidden.ts'

/** What the viewer's muted words leave out; null for nothing. */
export function hidingOf(words: HiddenWords | null, viewer: MemberId | null): Hiding | null {
  if (!words || words.hiding.length === 0) return null
  return { viewer, phrases: words.hiding, hides: (text) => words.hide(text) !== null }
}

/** A post of somebody else, collapsed if it has a muted word. */
export function withMutedWord(post: Post, { collapse }: HiddenWords): Post {
  const match = collapse(mutableText(post))
  return match ? { ...post, mutedWord: match.phrase } : post
}
