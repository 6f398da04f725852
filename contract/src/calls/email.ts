import { type Static, Type } from 'typebox'
import { EMAIL_MAX_LENGTH } from '../rules/limits.ts'
import { UNSUBSCRIBE_PATH } from '../rules/page-paths.ts'
import { endpoint } from './endpoint.ts'

/** Calls about the viewer's e-mail address, and those whose links mails contain. */

const Email = Type.String({ format: 'email', maxLength: EMAIL_MAX_LENGTH })
const Token = Type.String({ minLength: 1, maxLength: 100 })

export const OwnEmail = Type.Object({
  email: Type.String(),
  confirmed: Type.Boolean({ description: 'Whether the member has opened a link that was sent there' }),
  pending: Type.Union([Type.String(), Type.Null()], {
    description: 'The address that replaces it as soon as the link that was sent there is opened',
  }),
})
export type OwnEmail = Static<typeof OwnEmail>

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot',
  noun: 'email',
  summary:
    'Send one-time links that set a new password, for an hour, to the members with this username or e-mail address. The answer is the same if there is nobody',
  access: 'anyone',
  rate: 'signin',
  body: Type.Object({ name: Type.String({ minLength: 1, maxLength: EMAIL_MAX_LENGTH }) }),
  success: 200,
  answer: Type.Object({}),
  errors: ['mailOff'],
})

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/auth/email',
  noun: 'email',
  summary:
    'Confirm an e-mail address by the token of the link that was sent there; a new address replaces the present one',
  access: 'anyone',
  rate: 'signin',
  body: Type.Object({ token: Token }),
  success: 200,
  answer: Type.Object({}),
  errors: ['emailTokenInvalid'],
})

export const getEmail = endpoint({
  method: 'GET',
  path: '/api/account/email',
  noun: 'email',
  summary: "The viewer's e-mail address, whether it is confirmed, and the one that waits to be",
  access: 'member',
  rate: 'read',
  success: 200,
  answer: OwnEmail,
  errors: [],
})

export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/account/email',
  noun: 'email',
  summary:
    "Change the viewer's e-mail address: if this installation sends mail, as soon as the link that is sent to the new one is opened, otherwise at once",
  access: 'member',
  rate: 'confirm',
  body: Type.Object({ email: Email }),
  success: 200,
  answer: OwnEmail,
  errors: ['confirmationNeeded', 'guestFixed', 'tooManyMails'],
})

export const sendEmailConfirmation = endpoint({
  method: 'POST',
  path: '/api/account/email/confirmation',
  noun: 'email',
  summary: "Send the link that confirms the viewer's present or pending address again, at most every five minutes",
  access: 'member',
  rate: 'confirm',
  success: 200,
  answer: Type.Object({}),
  errors: ['mailOff', 'guestFixed'],
})

export const unsubscribe = endpoint({
  method: 'POST',
  path: UNSUBSCRIBE_PATH,
  noun: 'email',
  summary:
    'Turn the digest off, by the token of its mails; nothing happens if it is off. Mail programs send the form `List-Unsubscribe=One-Click` (RFC 8058). A GET only leads to the page',
  access: 'anyone',
  rate: 'write',
  query: Type.Object({ token: Token }),
  success: 200,
  answer: Type.Object({}),
  errors: ['unsubscribeInvalid'],
})
