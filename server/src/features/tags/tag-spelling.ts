import { spellingOf } from '@quack/contract/rules/references'

/**
 * A hashtag as a text has it. A tag is spelt as in a post that its reader sees, so no spelling is stored.
 * @param text null for none
 * @param otherwise what the text does not have is spelt so
 */
export function spellingIn(text: string | null, key: string, otherwise = key): string {
  return (text === null ? null : spellingOf(text, key)) ?? otherwise
}
