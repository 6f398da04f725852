import type { SignInMethod } from '@quack/contract'
import type { AccountEvent } from '../../data/security/account-events.ts'

const TEXTS: Readonly<Record<AccountEvent['kind'], (detail: string) => string>> = {
  signedIn: (method) => `Signed in${methodText(method)}`,
  passwordChanged: () => 'Password changed',
  passwordSet: () => 'Password set',
  passwordRemoved: () => 'Password removed',
  appAllowed: () => 'App allowed to act for you',
  tokenMade: (name) => withName('Token for a script made', name),
  passwordReset: () => 'Password set by a one-time link',
  passkeyAdded: (name) => withName('Passkey added', name),
  passkeyRemoved: (name) => withName('Passkey removed', name),
  passkeySuspicious: (name) => withName('A passkey may have been copied', name),
  factorEnabled: () => 'Second factor turned on',
  factorDisabled: () => 'Second factor turned off',
  recoveryCodesRenewed: () => 'New recovery codes made',
  recoveryCodeUsed: () => 'Recovery code used',
  codesRefused: () => 'Too many wrong codes after the right password',
  factorsReset: () => 'Ways to sign in reset by the operator',
  emailChangeAsked: (address) => withName('Change of the email address asked for', address),
  emailChanged: () => 'Email address changed',
}

function withName(text: string, name: string): string {
  return name === '' ? text : `${text}: ${name}`
}

export function accountEventText({ kind, detail }: Pick<AccountEvent, 'kind' | 'detail'>): string {
  return TEXTS[kind](detail)
}

const METHODS: Readonly<Record<SignInMethod, string>> = {
  '': '',
  password: ' with the password',
  'password and code': ' with the password and a code',
  'password and recovery code': ' with the password and a recovery code',
  passkey: ' with a passkey',
  app: ' as an app',
  token: ' for a script',
}

/** ' with a passkey', or nothing where it is not known. */
export function methodText(method: string): string {
  return METHODS[method as SignInMethod] ?? ''
}
