import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Timestamp } from './fields.ts'
import { PASSWORD_MAX_LENGTH } from './limits.ts'

/**
 * Recent authentication. Calls that need it answer `confirmationNeeded` unless the session was signed in or confirmed
 * within 15 minutes; each such call renews them.
 */

export const confirmViewer = endpoint({
  method: 'POST',
  path: '/api/account/confirm',
  noun: 'sign-in',
  summary: 'Confirm the session with the password',
  access: 'member',
  rate: 'confirm',
  body: Type.Object({ password: Type.String({ minLength: 1, maxLength: PASSWORD_MAX_LENGTH }) }),
  success: 200,
  answer: Type.Object({ confirmedUntil: Timestamp }),
  errors: ['passwordWrong', 'guestFixed'],
})
