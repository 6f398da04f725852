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
    username: username === '' ? 'Enter your username' : undefined,
    password: password === '' ? 'Enter your password' : undefined,
  }
}
