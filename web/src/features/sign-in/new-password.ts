import { plural, t } from '@lingui/core/macro'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@quack/contract/rules/limits'
import { refusalText } from '../../data/api/api-errors.ts'
import type { Problems } from '../../ui/form/use-form.ts'

export interface NewPassword {
  readonly password: string
  readonly confirmPassword: string
}

/** The problems of a new password that can be found without the server. */
export function newPasswordProblems({ password, confirmPassword }: NewPassword): Problems<keyof NewPassword> {
  return {
    password: lengthProblem(password),
    confirmPassword: password === confirmPassword ? undefined : refusalText('passwordMismatch'),
  }
}

function lengthProblem(password: string): string | undefined {
  if (password === '') return t`Choose a password`
  if (password.length < PASSWORD_MIN_LENGTH)
    return plural({ min: PASSWORD_MIN_LENGTH }, { one: 'Use at least # character', other: 'Use at least # characters' })
  return password.length > PASSWORD_MAX_LENGTH
    ? plural({ max: PASSWORD_MAX_LENGTH }, { one: 'At most # character', other: 'At most # characters' })
    : undefined
}
