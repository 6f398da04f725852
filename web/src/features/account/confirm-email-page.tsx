import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { confirmEmail } from '../../data/account/account.ts'
import { messageOf } from '../../data/api/api-errors.ts'
import { useSession } from '../../data/api/session.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { linkClass } from '../sign-in/link-class.ts'
import { SessionLayout } from '../sign-in/session-layout.tsx'
import { Outcome } from './outcome.tsx'

/** The page of a link that was mailed. A button, because programs that check mails open links too. */
export function ConfirmEmailPage() {
  const { token = '' } = useParams()
  const isMember = useSession() !== null
  const [isConfirmed, setConfirmed] = useState(false)
  const { problems, isBusy, events } = useForm<object, never>({
    read: () => ({}),
    check: () => ({}),
    async send() {
      await confirmEmail(token)
      setConfirmed(true)
    },
    explain: (error) => ({ form: messageOf(error) }),
  })
  return (
    <SessionLayout
      title="Confirm your address"
      pageTitle="Confirm address"
      footer={
        <Link to={isMember ? paths.home : paths.login} className={linkClass}>
          {isMember ? 'Go to Home' : 'Go to Login'}
        </Link>
      }
    >
      {isConfirmed ? (
        <Outcome>Your e-mail address is confirmed.</Outcome>
      ) : (
        <form noValidate className="flex flex-col gap-4" {...events}>
          <FormError text={problems.form} />
          <Button type="submit" block className="min-h-11" loading={isBusy}>
            Confirm address
          </Button>
        </form>
      )}
    </SessionLayout>
  )
}
