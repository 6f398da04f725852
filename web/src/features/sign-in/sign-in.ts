import { t } from '@lingui/core/macro'
import type { RouteInput } from '@quack/contract'
import { GUEST } from '@quack/contract/rules/demo'
import { call } from '../../data/api/api.ts'
import { signIn } from '../../data/api/session.ts'
import { putMember } from '../../data/members/members.ts'
import { type Problems, readTexts } from '../../ui/form/use-form.ts'

export interface LoginForm {
  username: string
  password: string
  keepSignedIn: boolean
}

export function readLoginForm(form: HTMLFormElement): LoginForm {
  const { username, password } = readTexts(form, ['username', 'password'])
  return { username: username.trim(), password, keepSignedIn: new FormData(form).has('keepSignedIn') }
}

/** The problems that can be found without the server. */
export function loginProblems({ username, password }: LoginForm): Problems<'username' | 'password'> {
  return {
    username: username === '' ? t`Enter your username` : undefined,
    password: password === '' ? t`Enter your password` : undefined,
  }
}

/** Starts the session. VisitorsOnly then redirects. Throws what `call` throws. */
export async function logIn(body: RouteInput<'POST /api/auth/login'>['body']): Promise<void> {
  const { encodedToken, foundUser } = await call('POST /api/auth/login', { body })
  const { username } = foundUser
  const isShared = username === GUEST.username && body.password === GUEST.password
  signIn({ token: encodedToken, username, ...(isShared && { isShared }) })
  putMember(foundUser)
}

/** The same with a passkey, which names the member. */
export async function logInWithPasskey(body: RouteInput<'POST /api/auth/passkey'>['body']): Promise<void> {
  const { encodedToken, foundUser } = await call('POST /api/auth/passkey', { body })
  signIn({ token: encodedToken, username: foundUser.username })
  putMember(foundUser)
}

export async function signUp(body: RouteInput<'POST /api/auth/signup'>['body']): Promise<void> {
  const { encodedToken, createdUser } = await call('POST /api/auth/signup', { body })
  signIn({ token: encodedToken, username: createdUser.username })
  putMember(createdUser)
}
