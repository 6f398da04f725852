import type { Post } from '@quack/contract'
import type { HiddenWords } from '../../http/hidden.ts'

/** The part of a post in which muted words count. */
export const mutableText = ({ content, alt }: { readonly content: string; readonly alt: string }): string =>
  `${content}\n${alt}`

/** A post of somebody else, collapsed if it has a muted word. */
export function withMutedWord(post: Post, { collapse }: HiddenWords): Post {
  const match = collapse(mutableText(post))
  return match ? { ...post, mutedWord: match.phrase } : post
}
