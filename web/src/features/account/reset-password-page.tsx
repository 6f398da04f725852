import { t } from '@lingui/core/macro'
import { Link, useNavigate, useParams } from 'react-router'
import { resetPassword } from '../../data/account/account.ts'
import { messageOf } from '../../data/api/api-errors.ts'
import { getSession, signOut } from '../../data/api/session.ts'
import { paths } from '../../paths.ts'
import { linkClass } from '../../ui/button/button-class.ts'
import { Form } from '../../ui/form/form.tsx'
import { readTexts, useForm } from '../../ui/form/use-form.ts'
import { toast } from '../../ui/toast/toast.ts'
import { newPasswordProblems } from '../sign-in/new-password.ts'
import { SessionLayout } from '../sign-in/session-layout.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'

/** The page of a one-time link. */
export function ResetPasswordPage() {
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const form = useForm({
    read: (element) => readTexts(element, ['password', 'confirmPassword']),
    check: newPasswordProblems,
    async send({ password }) {
      await resetPassword(token, password)
      // A reset ends all sessions of the member. Whoever is signed in here is signed out, for the log-in.
      if (getSession()) signOut()
      toast.success(t`Your new password is set`)
      // What else lets somebody in may stay: the member looks at it after the log-in.
      void navigate(paths.login, { replace: true, state: { from: paths.waysIn } })
    },
    explain: (error) => ({ form: messageOf(error) }),
  })

  return (
    <SessionLayout
      title={t`Choose a new password`}
      pageTitle={t`New password`}
      footer={
        <Link to={paths.login} className={linkClass}>
          {t`Back to Login`}
        </Link>
      }
    >
      <Form form={form} action={t`Set password`} isWide>
        <NewPasswordFields problems={form.problems} />
      </Form>
    </SessionLayout>
  )
}
