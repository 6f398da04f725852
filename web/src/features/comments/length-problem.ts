import { COMMENT_MAX_LENGTH } from '@quack/contract/limits'

/** What is wrong with the length of a comment, if anything is. */
export function lengthProblem(text: string): string | undefined {
  return text.length > COMMENT_MAX_LENGTH ? `A comment has at most ${COMMENT_MAX_LENGTH} characters.` : undefined
}
