import { COMMENT_MAX_LENGTH } from '@quack/contract/rules/limits'

/** The error for a comment that is too long, or undefined. */
export function lengthProblem(text: string): string | undefined {
  return text.length > COMMENT_MAX_LENGTH ? `A comment has at most ${COMMENT_MAX_LENGTH} characters.` : undefined
}
