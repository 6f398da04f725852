import { type Static, Type } from 'typebox'
import { EMAIL_MAX_LENGTH } from '../rules/limits.ts'
import { UNSUBSCRIBE_PATH } from '../rules/page-paths.ts'
import { endpoints } from './endpoint.ts'

/** Calls about members' e-mail addresses, the link for a forgotten password, and the end of the digest. */

const endpoint = endpoints({ noun: 'email' })

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

export const forgotPassword = endpoint('POST /api/auth/forgot', {
  summary:
    'Send one-time links that set a new password, for an hour, to at most five members with this username or e-mail address. The answer is the same if there is nobody',
  access: 'anyone',
  rate: 'signin',
  body: Type.Object({ name: Type.String({ minLength: 1, maxLength: EMAIL_MAX_LENGTH }) }),
  errors: ['mailOff'],
})

export const confirmEmail = endpoint('POST /api/auth/email', {
  summary:
    'Confirm an e-mail address by the token of the link that was sent there; a new address replaces the present one',
  access: 'anyone',
  rate: 'signin',
  body: Type.Object({ token: Token }),
  errors: ['emailTokenInvalid'],
})

export const getEmail = endpoint('GET /api/account/email', {
  summary: "The viewer's e-mail address, whether it is confirmed, and the one that waits to be",
  access: 'member',
  answer: OwnEmail,
})

export const changeEmail = endpoint('POST /api/account/email', {
  summary:
    "Change the viewer's e-mail address: if this installation sends mail, as soon as the new one is confirmed by the link that is sent there, otherwise at once",
  access: 'member',
  rate: 'confirm',
  body: Type.Object({ email: Email }),
  answer: OwnEmail,
  errors: ['confirmationNeeded', 'guestFixed', 'tooManyMails'],
})

export const sendEmailConfirmation = endpoint('POST /api/account/email/confirmation', {
  summary: "Send the link that confirms the viewer's present or pending address again, at most every five minutes",
  access: 'member',
  rate: 'confirm',
  errors: ['mailOff', 'guestFixed'],
})

export const unsubscribe = endpoint(`POST ${UNSUBSCRIBE_PATH}`, {
  summary:
    'Turn the digest off, by the token of its mails; nothing happens if it is off. Mail programs send the form `List-Unsubscribe=One-Click` (RFC 8058). A GET only leads to the page',
  access: 'anyone',
  query: Type.Object({ token: Token }),
  errors: ['unsubscribeInvalid'],
})
