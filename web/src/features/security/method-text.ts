import type { SignInMethod } from '@quack/contract'

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
