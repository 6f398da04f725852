/** Plain functions on the login's two fields: react-hook-form would weigh more than the rest of the screen. */
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

/** What can be told without asking the server. */
export function loginProblems({ username, password }: LoginForm): LoginProblems {
  const problems: LoginProblems = {}
  if (username === '') problems.username = 'Enter your username'
  if (password === '') problems.password = 'Enter your password'
  return problems
}
