import { ERRORS } from '@quack/contract/errors'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@quack/contract/limits'

export interface NewPassword {
  readonly password: string
  readonly confirmPassword: string
}

/** The problems of a new password that can be found without the server. */
export function newPasswordProblems({ password, confirmPassword }: NewPassword): Partial<NewPassword> {
  const problem = lengthProblem(password)
  return {
    ...(problem === undefined ? {} : { password: problem }),
    ...(password === confirmPassword ? {} : { confirmPassword: ERRORS.passwordMismatch.message }),
  }
}

function lengthProblem(password: string): string | undefined {
  if (password === '') return 'Choose a password'
  if (password.length < PASSWORD_MIN_LENGTH) return `Use at least ${PASSWORD_MIN_LENGTH} characters`
  return password.length > PASSWORD_MAX_LENGTH ? `At most ${PASSWORD_MAX_LENGTH} characters` : undefined
}

/** The values of these fields of a form. */
export function readTexts<Name extends string>(form: HTMLFormElement, names: readonly Name[]): Record<Name, string> {
  const data = new FormData(form)
  return Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])) as Record<Name, string>
}

/** Focuses the first field that has a problem. @returns whether there is one */
export function focusProblem(form: HTMLFormElement, problems: Readonly<Record<string, string | undefined>>): boolean {
  const [first] = Object.keys(problems)
  if (first === undefined) return false
  form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
  return true
}
