import { Type } from 'typebox'
import { Timestamp } from '../entities/fields.ts'
import { PASSWORD_MAX_LENGTH } from '../rules/limits.ts'
import { endpoint } from './endpoint.ts'
import { startPasskeySignIn, UsedCredential } from './passkeys.ts'

/**
 * Recent authentication. Calls that need it answer `confirmationNeeded` unless the session was signed in or confirmed
 * within 15 minutes; each such call renews them.
 */

export const startConfirmation = endpoint({
  method: 'POST',
  path: '/api/account/confirm/options',
  noun: 'sign-in',
  summary: "What a browser needs to confirm with one of the viewer's passkeys",
  access: 'member',
  rate: 'write',
  success: 200,
  answer: startPasskeySignIn.answer,
  errors: ['passkeysUnavailable', 'guestFixed'],
})

export const confirmViewer = endpoint({
  method: 'POST',
  path: '/api/account/confirm',
  noun: 'sign-in',
  summary: 'Confirm the session with the password or a passkey: one of the two',
  access: 'member',
  rate: 'confirm',
  body: Type.Object({
    password: Type.Optional(Type.String({ minLength: 1, maxLength: PASSWORD_MAX_LENGTH })),
    credential: Type.Optional(UsedCredential),
  }),
  success: 200,
  answer: Type.Object({ confirmedUntil: Timestamp }),
  errors: ['passwordWrong', 'passkeyInvalid', 'challengeInvalid', 'passkeysUnavailable', 'guestFixed'],
})
