import { plural, t } from '@lingui/core/macro'
import { DEFAULT_AVATARS } from '@quack/contract/rules/avatars'
import { EMAIL_MAX_LENGTH, NAME_MAX_LENGTH } from '@quack/contract/rules/limits'
import { isBlank, USERNAME_PATTERN } from '@quack/contract/rules/text'
import { type Problems, readTexts } from '../../ui/form/use-form.ts'
import { newPasswordProblems } from './new-password.ts'

const TEXTS = ['firstName', 'lastName', 'email', 'username', 'password', 'confirmPassword', 'signUpAnswer'] as const

export type SignUpForm = Record<(typeof TEXTS)[number], string> & { terms: boolean }
export type SignUpField = keyof SignUpForm

export function readSignUpForm(form: HTMLFormElement): SignUpForm {
  return { ...readTexts(form, TEXTS), terms: new FormData(form).has('terms') }
}

const USERNAME = new RegExp(USERNAME_PATTERN)
/** Deliberately loose: the form must not refuse a valid address. The server checks it strictly. */
const EMAIL = /^\s*[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+\s*$/

/** The problems that can be found without the server, which checks all but the terms itself. */
export function signUpProblems(form: SignUpForm): Problems<SignUpField> {
  const { firstName, lastName, email, username, terms } = form
  return {
    firstName: textProblem(firstName, t`Enter your first name`, NAME_MAX_LENGTH),
    lastName: textProblem(lastName, t`Enter your last name`, NAME_MAX_LENGTH),
    email: textProblem(email, t`Enter your email`, EMAIL_MAX_LENGTH) ?? emailProblem(email),
    username: usernameProblem(username),
    ...newPasswordProblems(form),
    terms: terms ? undefined : t`Please accept the terms and conditions`,
  }
}

/** @param missing what is said where nothing has been entered */
function textProblem(text: string, missing: string, max: number): string | undefined {
  if (isBlank(text)) return missing
  return text.length > max ? plural(max, { one: 'At most # character', other: 'At most # characters' }) : undefined
}

function emailProblem(email: string): string | undefined {
  return EMAIL.test(email) ? undefined : t`Enter an email address, like name@example.com`
}

function usernameProblem(username: string): string | undefined {
  if (username === '') return t`Choose a username`
  return USERNAME.test(username)
    ? undefined
    : t`Use 1 to 30 letters, digits, underscores, or dots and hyphens between them`
}

/** The request body: without the checkbox, which the server would store as an extra field of the member. */
export function toSignUpBody({ terms: _, signUpAnswer, ...form }: SignUpForm, invitation: string | null) {
  return {
    ...form,
    ...(signUpAnswer !== '' && { signUpAnswer }),
    ...(invitation !== null && { invitation }),
    firstName: form.firstName.trim(),
    lastName: form.lastName.trim(),
    email: form.email.trim(),
    avatarURL: DEFAULT_AVATARS[form.username.length % DEFAULT_AVATARS.length] ?? DEFAULT_AVATARS[0],
  }
}
