import { type FormEvent, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { resetPassword } from '../../data/account.ts'
import { messageOf } from '../../data/api-errors.ts'
import { getSession, signOut } from '../../data/session.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { FormError } from '../sessions/form-error.tsx'
import { linkClass } from '../sessions/link-class.ts'
import { SessionLayout } from '../sessions/session-layout.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { focusProblem, type NewPassword, newPasswordProblems, readTexts } from './password-problems.ts'

/** The page of a one-time link. */
export function ResetPasswordPage() {
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const [problems, setProblems] = useState<Partial<NewPassword>>({})
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (isBusy) return
    const texts = readTexts(form, ['password', 'confirmPassword'])
    const found = newPasswordProblems(texts)
    setProblems(found)
    setFailure(undefined)
    if (focusProblem(form, found)) return
    setBusy(true)
    try {
      await resetPassword(token, texts.password)
      // A reset ends all sessions of the member. If another member is signed in here, sign out for the login.
      if (getSession()) signOut()
      toast.success('Your new password is set')
      void navigate(paths.login, { replace: true })
    } catch (error) {
      setFailure(messageOf(error))
      setBusy(false)
    }
  }

  return (
    <SessionLayout
      title="Choose a new password"
      pageTitle="New password"
      footer={
        <Link to={paths.login} className={linkClass}>
          Back to Login
        </Link>
      }
    >
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <NewPasswordFields problems={problems} />
        <FormError text={failure} />
        <Button type="submit" block className="min-h-11" loading={isBusy}>
          Set password
        </Button>
      </form>
    </SessionLayout>
  )
}
