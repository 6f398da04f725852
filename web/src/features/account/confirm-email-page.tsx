import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { confirmEmail } from '../../data/account/account.ts'
import { messageOf } from '../../data/api/api-errors.ts'
import { useSession } from '../../data/api/session.ts'
import { paths } from '../../paths.ts'
import { linkClass } from '../../ui/button/button-class.ts'
import { Form, Outcome } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { SessionLayout } from '../sign-in/session-layout.tsx'

/** The page of a link that was mailed. A button, because programs that check mails open links too. */
export function ConfirmEmailPage() {
  const { token = '' } = useParams()
  const isMember = useSession() !== null
  const [isConfirmed, setConfirmed] = useState(false)
  const form = useForm<object, never>({
    read: () => ({}),
    async send() {
      await confirmEmail(token)
      setConfirmed(true)
    },
    explain: (error) => ({ form: messageOf(error) }),
  })
  return (
    <SessionLayout
      title={t`Confirm your address`}
      pageTitle={t`Confirm address`}
      footer={
        <Link to={isMember ? paths.home : paths.login} className={linkClass}>
          {isMember ? t`Go to Home` : t`Go to Login`}
        </Link>
      }
    >
      {isConfirmed ? (
        <Outcome>{t`Your e-mail address is confirmed.`}</Outcome>
      ) : (
        <Form form={form} action={t`Confirm address`} isWide></Form>
      )}
    </SessionLayout>
  )
}
