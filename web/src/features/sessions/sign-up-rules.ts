import { ERRORS } from '@quack/contract/errors'
import { EMAIL_MAX_LENGTH, NAME_MAX_LENGTH, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@quack/contract/limits'
import { USERNAME_PATTERN } from '@quack/contract/text'
import type { RegisterOptions } from 'react-hook-form'

export interface SignUpForm {
  firstName: string
  lastName: string
  email: string
  username: string
  password: string
  confirmPassword: string
  terms: boolean
}

export const emptySignUp: SignUpForm = {
  firstName: '',
  lastName: '',
  email: '',
  username: '',
  password: '',
  confirmPassword: '',
  terms: false,
}

type Rules = { [Name in keyof SignUpForm]: RegisterOptions<SignUpForm, Name> }

const isFilled = (what: string) => (text: string) => text.trim() !== '' || `Enter your ${what}`
const atMost = (length: number) => ({ value: length, message: `At most ${length} characters` })

/** The checks that need no server. The server repeats them. */
export const signUpRules: Rules = {
  firstName: { validate: isFilled('first name'), maxLength: atMost(NAME_MAX_LENGTH) },
  lastName: { validate: isFilled('last name'), maxLength: atMost(NAME_MAX_LENGTH) },
  email: {
    validate: isFilled('email'),
    maxLength: atMost(EMAIL_MAX_LENGTH),
    // Deliberately loose: the form must not refuse a valid address. The server checks it strictly.
    pattern: { value: /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/, message: 'Enter an email address, like name@example.com' },
  },
  username: {
    required: 'Choose a username',
    pattern: {
      value: new RegExp(USERNAME_PATTERN),
      message: 'Use 1 to 30 letters, digits, underscores, dots or hyphens',
    },
  },
  password: {
    required: 'Choose a password',
    deps: 'confirmPassword',
    minLength: { value: PASSWORD_MIN_LENGTH, message: `Use at least ${PASSWORD_MIN_LENGTH} characters` },
    maxLength: atMost(PASSWORD_MAX_LENGTH),
  },
  confirmPassword: {
    validate: (text, form) => text === form.password || ERRORS.passwordMismatch.message,
  },
  terms: { required: 'Please accept the terms and conditions' },
}
