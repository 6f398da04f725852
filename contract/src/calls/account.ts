import { type Static, Type } from 'typebox'
import { Id, PageQuery, page, Timestamp } from '../entities/fields.ts'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../rules/limits.ts'
import { SignInMethod } from './account-events.ts'
import { endpoint } from './endpoint.ts'

/** Calls for the member's own account: password, sessions, archive, deletion. */

const NewPassword = Type.String({ minLength: PASSWORD_MIN_LENGTH, maxLength: PASSWORD_MAX_LENGTH })
const PresentPassword = Type.String({ minLength: 1, maxLength: PASSWORD_MAX_LENGTH })
const Nothing = Type.Object({})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/account/password',
  noun: 'account',
  summary:
    "Change the viewer's password; their other sessions end. The present one counts as confirmation; without it the session has to be confirmed. Then it has to confirm again",
  access: 'member',
  rate: 'confirm',
  body: Type.Object({ currentPassword: Type.Optional(PresentPassword), newPassword: NewPassword }),
  success: 200,
  answer: Nothing,
  errors: ['passwordWrong', 'confirmationNeeded', 'guestFixed'],
})

export const removePassword = endpoint({
  method: 'DELETE',
  path: '/api/account/password',
  noun: 'account',
  summary:
    "Remove the viewer's password, if two passkeys work; their other sessions end. The session has to be confirmed, and then again",
  access: 'member',
  rate: 'write',
  success: 200,
  answer: Nothing,
  errors: ['confirmationNeeded', 'passkeysNeeded', 'passwordMissing', 'guestFixed'],
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset',
  noun: 'account',
  summary: 'Set a new password by the token of a one-time link; every session of the member ends',
  access: 'anyone',
  rate: 'signin',
  body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }), password: NewPassword }),
  success: 200,
  answer: Nothing,
  errors: ['resetTokenInvalid'],
})

export const Session = Type.Object({
  _id: Id,
  device: Type.String({ description: 'Browser and system of the sign-in; may be empty' }),
  method: SignInMethod,
  current: Type.Boolean({ description: "Whether it is the session of the request's token" }),
  createdAt: Timestamp,
  lastSeenAt: Timestamp,
})
export type Session = Static<typeof Session>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/account/sessions',
  noun: 'account',
  summary: "The viewer's sessions, newest first; lastSeenAt is exact to the hour",
  access: 'member',
  rate: 'read',
  query: PageQuery,
  success: 200,
  answer: page('sessions', Session),
  errors: ['cursorInvalid'],
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  noun: 'account',
  summary: "End one of the viewer's sessions: its token is refused from then on",
  access: 'member',
  rate: 'write',
  params: Type.Object({ id: Id }),
  success: 200,
  answer: Nothing,
  errors: ['sessionUnknown', 'guestFixed'],
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions',
  noun: 'account',
  summary: "End all of the viewer's sessions except that of the request",
  access: 'member',
  rate: 'write',
  success: 200,
  answer: Nothing,
  errors: ['guestFixed'],
})

export const downloadArchive = endpoint({
  method: 'GET',
  path: '/api/account/archive',
  noun: 'account',
  summary: 'Everything that the viewer has written, with its media, as a ZIP archive. The session has to be confirmed',
  access: 'member',
  rate: 'upload',
  produces: 'application/zip',
  success: 200,
  answer: Type.String(),
  errors: ['confirmationNeeded'],
})

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/account/delete',
  noun: 'account',
  summary: 'Delete the account with all of its content; this cannot be undone. Confirmed as a change of the password',
  access: 'member',
  rate: 'confirm',
  body: Type.Object({ password: Type.Optional(PresentPassword) }),
  success: 200,
  answer: Nothing,
  errors: ['passwordWrong', 'confirmationNeeded', 'guestFixed', 'lastOwner'],
})
