import { type Static, Type } from 'typebox'
import { Id, Timestamp } from '../entities/fields.ts'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, TOKEN_NAME_MAX_LENGTH } from '../rules/limits.ts'
import { VISIBLE_PATTERN } from '../rules/text.ts'
import { SignInMethod } from './account-events.ts'
import { endpoints } from './endpoint.ts'
import { pageOf } from './shared.ts'

/** Calls for the member's own account: password, sessions, tokens, archive, deletion. */

const endpoint = endpoints({ noun: 'account' })

const NewPassword = Type.String({ minLength: PASSWORD_MIN_LENGTH, maxLength: PASSWORD_MAX_LENGTH })
const PresentPassword = Type.String({ minLength: 1, maxLength: PASSWORD_MAX_LENGTH })

export const changePassword = endpoint('POST /api/account/password', {
  summary:
    "Change the viewer's password; their other sessions end. The present one counts as confirmation; without it the session has to be confirmed. Then it has to confirm again",
  access: 'member',
  rate: 'confirm',
  body: Type.Object({ currentPassword: Type.Optional(PresentPassword), newPassword: NewPassword }),
  errors: ['passwordWrong', 'confirmationNeeded', 'guestFixed'],
})

export const removePassword = endpoint('DELETE /api/account/password', {
  summary:
    "Remove the viewer's password, if two passkeys work; their other sessions end. The session has to be confirmed, and then again",
  access: 'member',
  errors: ['confirmationNeeded', 'passkeysNeeded', 'passwordMissing', 'guestFixed'],
})

export const resetPassword = endpoint('POST /api/auth/reset', {
  summary: 'Set a new password by the token of a one-time link; every session of the member ends',
  access: 'anyone',
  rate: 'signin',
  body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }), password: NewPassword }),
  errors: ['resetTokenInvalid'],
})

export const Session = Type.Object({
  _id: Id,
  device: Type.String({ description: 'Browser and system of the sign-in; may be empty' }),
  method: SignInMethod,
  scopes: Type.Union([Type.String(), Type.Null()], {
    description: 'For an app or a script: what its token allows, separated by blanks; then `device` is its name',
  }),
  website: Type.Union([Type.String(), Type.Null()], { description: 'Of an app' }),
  current: Type.Boolean({ description: "Whether it is the session of the request's token" }),
  createdAt: Timestamp,
  lastSeenAt: Timestamp,
})
export type Session = Static<typeof Session>

export const listSessions = endpoint('GET /api/account/sessions', {
  summary: "The viewer's sessions, newest first; lastSeenAt is exact to the hour",
  access: 'member',
  ...pageOf('sessions', Session),
})

export const endSession = endpoint('DELETE /api/account/sessions/:id', {
  summary: "End one of the viewer's sessions: its token is refused from then on",
  access: 'member',
  params: Type.Object({ id: Id }),
  errors: ['sessionUnknown', 'guestFixed'],
})

export const endOtherSessions = endpoint('DELETE /api/account/sessions', {
  summary: "End all of the viewer's sessions except that of the request",
  access: 'member',
  errors: ['guestFixed'],
})

/** What a token for a script may do. Apps ask for more kinds (client-api/scopes.ts). */
export const TOKEN_SCOPES = ['read', 'read write', 'read write follow push'] as const
export type TokenScopes = (typeof TOKEN_SCOPES)[number]

export const makeToken = endpoint('POST /api/account/tokens', {
  summary:
    'A token by which a script acts for the viewer with the client API, told only here: a session with scopes. The session has to be confirmed. Unknown if `CLIENT_API` is off',
  access: 'member',
  success: 201,
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: TOKEN_NAME_MAX_LENGTH, pattern: VISIBLE_PATTERN }),
    scopes: Type.Enum([...TOKEN_SCOPES]),
  }),
  answer: Type.Object({ token: Type.String() }),
  errors: ['confirmationNeeded', 'tooManyTokens', 'guestFixed'],
})

export const downloadArchive = endpoint('GET /api/account/archive', {
  summary:
    'Everything that the viewer has written, with its media, as a ZIP archive. The session has to be confirmed, except for the shared guest',
  access: 'member',
  rate: 'upload',
  produces: 'application/zip',
  answer: Type.String(),
  errors: ['confirmationNeeded'],
})

export const deleteAccount = endpoint('POST /api/account/delete', {
  summary: 'Delete the account with all of its content; this cannot be undone. Confirmed as a change of the password',
  access: 'member',
  rate: 'confirm',
  body: Type.Object({ password: Type.Optional(PresentPassword) }),
  errors: ['passwordWrong', 'confirmationNeeded', 'guestFixed', 'lastOwner'],
})
