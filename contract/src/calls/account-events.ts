import { type Static, Type } from 'typebox'
import { Id, Timestamp } from '../entities/fields.ts'
import { endpoints } from './endpoint.ts'
import { pageOf } from './shared.ts'

/**
 * What happened to the viewer's account: sign-ins and refused codes, apps and tokens, and changes of the ways to sign
 * in and of the e-mail address.
 */

const endpoint = endpoints({ noun: 'account', access: 'member' })

/** How a session was signed in. Empty for sessions from before this was stored. */
export const SIGN_IN_METHODS = [
  ...(['', 'password', 'password and code', 'password and recovery code', 'passkey'] as const),
  ...(['app', 'token'] as const),
] as const
export const SignInMethod = Type.Enum([...SIGN_IN_METHODS])
export type SignInMethod = (typeof SIGN_IN_METHODS)[number]

export const ACCOUNT_EVENT_KINDS = [
  'signedIn',
  'passwordChanged',
  'passwordSet',
  'passwordRemoved',
  'appAllowed',
  'tokenMade',
  'passwordReset',
  'passkeyAdded',
  'passkeyRemoved',
  'passkeySuspicious',
  'factorEnabled',
  'factorDisabled',
  'recoveryCodesRenewed',
  'recoveryCodeUsed',
  'codesRefused',
  'factorsReset',
  'emailChangeAsked',
  'emailChanged',
] as const
export type AccountEventKind = (typeof ACCOUNT_EVENT_KINDS)[number]

export const AccountEvent = Type.Object({
  _id: Id,
  kind: Type.Enum([...ACCOUNT_EVENT_KINDS]),
  device: Type.String({ description: 'Browser and system of the request; empty for the operator' }),
  detail: Type.String({
    description:
      'Of a sign-in how, as in `method` of a session; of a passkey or a token its name; of `emailChangeAsked` the new address; else empty',
  }),
  at: Timestamp,
})
export type AccountEvent = Static<typeof AccountEvent>

export const listAccountEvents = endpoint('GET /api/account/events', {
  summary: "What happened to the viewer's account in the last 90 days, newest first; nothing for the shared guest",
  ...pageOf('events', AccountEvent),
})

export const markAccountEventsSeen = endpoint('POST /api/account/events/seen', {
  summary: 'Mark all of them as seen: `unreadAccountEvents` of the own record goes',
})
