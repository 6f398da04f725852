import { type Static, Type } from 'typebox'
import { Count, Timestamp } from '../entities/fields.ts'
import { RECOVERY_CODES, SIGN_IN_CODE_MAX_LENGTH } from '../rules/limits.ts'
import { endpoints } from './endpoint.ts'

/** The second factor after a password: codes of an authenticator app (TOTP, RFC 6238), and recovery codes. */

const endpoint = endpoints({ noun: 'sign-in', access: 'member' })

export const SignInCode = Type.String({
  minLength: 1,
  maxLength: SIGN_IN_CODE_MAX_LENGTH,
  description: 'Six digits of the authenticator app, or a recovery code; blanks, hyphens and case do not matter',
})
const RecoveryCodes = Type.Array(Type.String(), {
  minItems: RECOVERY_CODES,
  maxItems: RECOVERY_CODES,
  description: 'Shown this once. Each works once instead of a code; earlier ones do not work any more',
})

export const getSecondFactor = endpoint('GET /api/account/second-factor', {
  summary: 'The ways in which the viewer can sign in, and until when the session counts as confirmed',
  answer: Type.Object({
    hasPassword: Type.Boolean(),
    passkeys: Count,
    enabled: Type.Boolean({ description: 'Whether a code is asked after the password' }),
    recoveryCodesLeft: Count,
    confirmedUntil: Type.Union([Timestamp, Type.Null()], {
      description: 'Null if calls that need it are refused with `confirmationNeeded` now',
    }),
  }),
})
export type SecondFactor = Static<(typeof getSecondFactor)['answer']>

export const setUpSecondFactor = endpoint('POST /api/account/second-factor/setup', {
  summary: 'Get a new secret for an authenticator app. It counts once a code of it is sent to `enable`',
  answer: Type.Object({
    secret: Type.String({ description: 'In base32, to be typed' }),
    address: Type.String({ description: 'The otpauth address, to be shown as a QR code' }),
  }),
  errors: ['confirmationNeeded', 'factorOn', 'guestFixed'],
})

export const enableSecondFactor = endpoint('POST /api/account/second-factor/enable', {
  summary: 'Ask for a code after the password from now on, once the authenticator app shows the right one',
  rate: 'confirm',
  body: Type.Object({ code: SignInCode }),
  answer: Type.Object({ recoveryCodes: RecoveryCodes }),
  errors: ['confirmationNeeded', 'codeInvalid', 'factorNotSetUp', 'factorOn', 'guestFixed'],
})

export const disableSecondFactor = endpoint('POST /api/account/second-factor/disable', {
  summary: 'Ask for no code any more; its recovery codes are deleted',
  errors: ['confirmationNeeded', 'factorOff', 'guestFixed'],
})

export const renewRecoveryCodes = endpoint('POST /api/account/second-factor/recovery-codes', {
  summary: 'Get new recovery codes instead of the present ones',
  answer: Type.Object({ recoveryCodes: RecoveryCodes }),
  errors: ['confirmationNeeded', 'factorOff', 'guestFixed'],
})
