import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useLocation } from 'react-router'
import { paths } from '../../app/paths.ts'
import { messageOf } from '../../data/api-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { FormError } from './form-error.tsx'
import { GuestButton } from './guest-button.tsx'
import { linkClass } from './link-class.ts'
import { SessionLayout } from './session-layout.tsx'
import { logIn } from './sign-in.ts'

interface LoginForm {
  username: string
  password: string
  keepSignedIn: boolean
}

export function LoginPage() {
  const location = useLocation()
  const [busy, setBusy] = useState<'member' | 'guest' | null>(null)
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, formState, getValues } = useForm<LoginForm>({
    defaultValues: { username: '', password: '', keepSignedIn: false },
  })

  const submit = async (who: 'member' | 'guest', form: LoginForm) => {
    setBusy(who)
    setFailure(undefined)
    try {
      await logIn({ ...form, username: form.username.trim() })
    } catch (error) {
      setFailure(messageOf(error))
      setBusy(null)
    }
  }

  const { errors } = formState
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
      <form noValidate className="flex flex-col gap-4" onSubmit={handleSubmit((form) => submit('member', form))}>
        <TextField
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
          error={errors.username?.message}
          {...register('username', { validate: (text) => text.trim() !== '' || 'Enter your username' })}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          error={errors.password?.message}
          {...register('password', { required: 'Enter your password' })}
        />
        <Checkbox label="Always keep me signed in?" {...register('keepSignedIn')} />
        <FormError text={failure} />
        <Button type="submit" block className="min-h-11" loading={busy === 'member'}>
          Login
        </Button>
        <GuestButton
          isBusy={busy === 'guest'}
          onLogIn={(guest) => submit('guest', { ...guest, keepSignedIn: getValues('keepSignedIn') })}
        />
      </form>
    </SessionLayout>
  )
}
