import { DEFAULT_AVATARS } from '@quack/contract/rules/avatars'
import type { SignUpForm } from './sign-up-form.ts'

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
