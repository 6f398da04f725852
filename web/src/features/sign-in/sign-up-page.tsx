import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PASSWORD_MIN_LENGTH } from '@quack/contract/rules/limits'
import { type ReactNode, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { isRefusal, messageOf } from '../../data/api/api-errors.ts'
import { paths } from '../../paths.ts'
import { linkClass } from '../../ui/button/button-class.ts'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Form } from '../../ui/form/form.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { SessionLayout } from './session-layout.tsx'
import { signUp } from './sign-in.ts'
import { readSignUpForm, type SignUpField, signUpProblems, toSignUpBody } from './sign-up-form.ts'
import { SignUpNotice, SignUpQuestion, UnconfirmedPage, WaitingPage } from './sign-up-mode.tsx'

export function SignUpPage() {
  const location = useLocation()
  /** What is shown instead of the form once the account exists but cannot be used yet. */
  const [next, setNext] = useState<ReactNode>(null)
  const [params] = useSearchParams()
  const invitation = params.get('invitation')
  const form = useForm({
    read: readSignUpForm,
    check: signUpProblems,
    async send(values) {
      try {
        await signUp(toSignUpBody(values, invitation))
      } catch (error) {
        if (isRefusal(error, 'signUpWaits')) setNext(<WaitingPage />)
        else if (isRefusal(error, 'emailUnconfirmed')) setNext(<UnconfirmedPage email={values.email.trim()} />)
        else throw error
      }
    },
    explain: (error) => ({ form: messageOf(error) }),
  })
  const field = (name: SignUpField) => ({ name, required: true, error: form.problems[name] })

  if (next !== null) return next
  return (
    <SessionLayout
      title={t`Sign Up`}
      pageTitle={t`Sign Up`}
      footer={
        <Trans>
          Already a member?{' '}
          <Link to={paths.login} state={location.state} className={linkClass}>
            Login
          </Link>
        </Trans>
      }
    >
      <SignUpNotice invitation={invitation} />
      <Form form={form} action={t`Sign Up`} isWide>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label={t`First Name`} autoComplete="given-name" {...field('firstName')} />
          <TextField label={t`Last Name`} autoComplete="family-name" {...field('lastName')} />
        </div>
        <TextField label={t`Email`} type="email" autoComplete="email" {...field('email')} />
        <TextField
          label={t`Username`}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...field('username')}
        />
        <PasswordField
          label={t`Password`}
          autoComplete="new-password"
          minLength={PASSWORD_MIN_LENGTH}
          hint={plural({ min: PASSWORD_MIN_LENGTH }, { one: 'At least # character', other: 'At least # characters' })}
          {...field('password')}
        />
        <PasswordField
          label={t`Confirm Password`}
          autoComplete="new-password"
          minLength={PASSWORD_MIN_LENGTH}
          {...field('confirmPassword')}
        />
        <SignUpQuestion isInvited={invitation !== null} error={form.problems.signUpAnswer} />
        <Checkbox label={t`I accept all terms and conditions`} {...field('terms')} />
      </Form>
    </SessionLayout>
  )
}
