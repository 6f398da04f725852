import { Type } from 'typebox'
import { Timestamp } from '../entities/fields.ts'
import { PASSWORD_MAX_LENGTH } from '../rules/limits.ts'
import { endpoints } from './endpoint.ts'
import { startPasskeySignIn, UsedCredential } from './passkeys.ts'

/**
 * Recent authentication. Calls that need it answer `confirmationNeeded` unless the session was signed in or confirmed
 * within 15 minutes; each such call renews them, for an hour at most.
 */

const endpoint = endpoints({ noun: 'sign-in', access: 'member' })

export const startConfirmation = endpoint('POST /api/account/confirm/options', {
  summary: "What a browser needs to confirm with one of the viewer's passkeys",
  answer: startPasskeySignIn.answer,
  errors: ['passkeysUnavailable', 'guestFixed'],
})

export const confirmViewer = endpoint('POST /api/account/confirm', {
  summary: 'Confirm the session with the password or a passkey: one of the two',
  rate: 'confirm',
  body: Type.Object({
    password: Type.Optional(Type.String({ minLength: 1, maxLength: PASSWORD_MAX_LENGTH })),
    credential: Type.Optional(UsedCredential),
  }),
  answer: Type.Object({ confirmedUntil: Timestamp }),
  errors: ['passwordWrong', 'passkeyInvalid', 'challengeInvalid', 'passkeysUnavailable', 'guestFixed'],
})
