/** The login uses plain functions: react-hook-form would be larger than the rest of the screen. */
export interface LoginForm {
  username: string
  password: string
  keepSignedIn: boolean
}

export type LoginProblems = Partial<Record<'username' | 'password', string>>

export function readLoginForm(form: HTMLFormElement): LoginForm {
  const data = new FormData(form)
  const text = (name: string) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  return { username: text('username').trim(), password: text('password'), keepSignedIn: data.has('keepSignedIn') }
}

/** The problems that can be found without the server. */
export function loginProblems({ username, password }: LoginForm): LoginProblems {
  const problems: LoginProblems = {}
  if (username === '') problems.username = 'Enter your username'
  if (password === '') problems.password = 'Enter your password'
  return problems
}
