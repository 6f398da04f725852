import type { GUEST } from '@quack/contract/demo'
import { useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { isRefusal, messageOf } from '../../data/api/api-errors.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { endedNotice } from './ended-notice.ts'
import { GuestButton } from './guest-button.tsx'
import { linkClass } from './link-class.ts'
import { loginProblems, readLoginForm } from './login-form.ts'
import { SessionLayout } from './session-layout.tsx'
import { logIn } from './sign-in.ts'
import { type Credentials, SuspensionButton } from './suspension-button.tsx'

export function LoginPage() {
  const location = useLocation()
  const formRef = useRef<HTMLFormElement>(null)
  const [isGuest, setGuest] = useState(false)
  const [suspended, setSuspended] = useState<Credentials | null>(null)
  const { problems, isBusy, run, events } = useForm({
    read: readLoginForm,
    check: loginProblems,
    async send(form) {
      setSuspended(null)
      try {
        await logIn(form)
      } catch (error) {
        if (isRefusal(error, 'accountSuspended')) setSuspended({ username: form.username, password: form.password })
        throw error
      }
    },
    explain: (error) => ({ form: messageOf(error) }),
    notice: endedNotice(),
  })

  async function logInAsGuest(guest: typeof GUEST) {
    const form = formRef.current
    if (!form) return
    const { keepSignedIn } = readLoginForm(form)
    setGuest(true)
    await run(form, () => logIn({ ...guest, keepSignedIn }))
    setGuest(false)
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
      <form ref={formRef} noValidate className="flex flex-col gap-4" {...events}>
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
        <FormError text={problems.form} />
        <Button type="submit" block className="min-h-11" loading={isBusy && !isGuest}>
          Login
        </Button>
        <GuestButton isBusy={isBusy && isGuest} onLogIn={(guest) => void logInAsGuest(guest)} />
      </form>
      {/* Outside of the form: a submit in the dialog would bubble to it. */}
      {suspended && <SuspensionButton credentials={suspended} />}
    </SessionLayout>
  )
}
