import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { SignInMethod } from '@quack/contract'
import type { AccountEvent } from '../../data/security/account-events.ts'
import { translate } from '../../locale/messages.ts'
import { deviceName } from '../../ui/text/device-name.ts'

const TEXTS: Readonly<Record<AccountEvent['kind'], (detail: string) => string>> = {
  signedIn: (method) => translate(SIGN_INS[method as SignInMethod] ?? SIGN_INS['']),
  passwordChanged: () => t`Password changed`,
  passwordSet: () => t`Password set`,
  passwordRemoved: () => t`Password removed`,
  appAllowed: () => t`App allowed to act for you`,
  tokenMade: (name) => (name === '' ? t`Token for a script made` : t`Token for a script made: ${name}`),
  passwordReset: () => t`Password set by a one-time link`,
  // The server has named it after the device.
  passkeyAdded: (device) => (device === '' ? t`Passkey added` : t`Passkey added: ${{ name: deviceName(device) }}`),
  passkeyRemoved: (name) => (name === '' ? t`Passkey removed` : t`Passkey removed: ${name}`),
  passkeySuspicious: (name) =>
    name === '' ? t`A passkey may have been copied` : t`A passkey may have been copied: ${name}`,
  factorEnabled: () => t`Second factor turned on`,
  factorDisabled: () => t`Second factor turned off`,
  recoveryCodesRenewed: () => t`New recovery codes made`,
  recoveryCodeUsed: () => t`Recovery code used`,
  codesRefused: () => t`Too many wrong codes after the right password`,
  factorsReset: () => t`Ways to sign in reset by the operator`,
  emailChangeAsked: (address) =>
    address === '' ? t`Change of the email address asked for` : t`Change of the email address asked for: ${address}`,
  emailChanged: () => t`Email address changed`,
}

const SIGN_INS: Readonly<Record<SignInMethod, MessageDescriptor>> = {
  '': msg`Signed in`,
  password: msg`Signed in with the password`,
  'password and code': msg`Signed in with the password and a code`,
  'password and recovery code': msg`Signed in with the password and a recovery code`,
  passkey: msg`Signed in with a passkey`,
  app: msg`Signed in as an app`,
  token: msg`Signed in for a script`,
}

export function accountEventText({ kind, detail }: Pick<AccountEvent, 'kind' | 'detail'>): string {
  return TEXTS[kind](detail)
}
