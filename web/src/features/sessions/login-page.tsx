import { type FormEvent, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { messageOf } from '../../data/api-errors.ts'
import { hasSessionEnded } from '../../data/session.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { FormError } from './form-error.tsx'
import { GuestButton } from './guest-button.tsx'
import { linkClass } from './link-class.ts'
import { type LoginForm, type LoginProblems, loginProblems, readLoginForm } from './login-form.ts'
import { SessionLayout } from './session-layout.tsx'
import { logIn } from './sign-in.ts'

export function LoginPage() {
  const location = useLocation()
  const formRef = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState<'member' | 'guest' | null>(null)
  const [problems, setProblems] = useState<LoginProblems>({})
  const [failure, setFailure] = useState(() =>
    hasSessionEnded() ? 'Your session has ended. Please log in again.' : undefined,
  )

  const send = async (who: 'member' | 'guest', form: LoginForm) => {
    if (busy) return
    setBusy(who)
    setFailure(undefined)
    try {
      await logIn(form)
    } catch (error) {
      setFailure(messageOf(error))
      setBusy(null)
    }
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = readLoginForm(event.currentTarget)
    const found = loginProblems(form)
    setProblems(found)
    const [first] = Object.keys(found)
    if (!first) void send('member', form)
    else event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
  }

  return (
    <SessionLayout
      title="Welcome to Quack!"
      pageTitle="Login"
      footer={
        <>
          New here?{' '}
          <Link to={paths.signup} state={location.state} className={linkClass}>
            Sign Up
          </Link>
        </>
      }
    >
      <form ref={formRef} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <TextField
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
          error={problems.username}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          error={problems.password}
        />
        <Checkbox label="Always keep me signed in?" name="keepSignedIn" />
        <FormError text={failure} />
        <Button type="submit" block className="min-h-11" loading={busy === 'member'}>
          Login
        </Button>
        <GuestButton
          isBusy={busy === 'guest'}
          onLogIn={(guest) => {
            const keepSignedIn = formRef.current ? readLoginForm(formRef.current).keepSignedIn : false
            void send('guest', { ...guest, keepSignedIn })
          }}
        />
      </form>
    </SessionLayout>
  )
}
