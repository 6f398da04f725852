import { CLIENT_ERRORS } from '@quack/contract/errors/client-errors'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@quack/contract/rules/limits'
import type { Problems } from '../../ui/form/use-form.ts'

export interface NewPassword {
  readonly password: string
  readonly confirmPassword: string
}

/** The problems of a new password that can be found without the server. */
export function newPasswordProblems({ password, confirmPassword }: NewPassword): Problems<keyof NewPassword> {
  return {
    password: lengthProblem(password),
    confirmPassword: password === confirmPassword ? undefined : CLIENT_ERRORS.passwordMismatch.message,
  }
}

function lengthProblem(password: string): string | undefined {
  if (password === '') return 'Choose a password'
  if (password.length < PASSWORD_MIN_LENGTH) return `Use at least ${PASSWORD_MIN_LENGTH} characters`
  return password.length > PASSWORD_MAX_LENGTH ? `At most ${PASSWORD_MAX_LENGTH} characters` : undefined
}
