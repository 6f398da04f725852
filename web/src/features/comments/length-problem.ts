import { plural } from '@lingui/core/macro'
import { COMMENT_MAX_LENGTH } from '@quack/contract/rules/limits'

/** The error for a comment that is too long, or undefined. */
export function lengthProblem(text: string): string | undefined {
  if (text.length <= COMMENT_MAX_LENGTH) return undefined
  return plural(
    { max: COMMENT_MAX_LENGTH },
    { other: `A comment has at most ${{ max: COMMENT_MAX_LENGTH }} characters.` },
  )
}
