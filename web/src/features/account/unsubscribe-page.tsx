import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { unsubscribe } from '../../data/account/account.ts'
import { messageOf } from '../../data/api/api-errors.ts'
import { useSession } from '../../data/api/session.ts'
import { paths } from '../../paths.ts'
import { linkClass } from '../../ui/button/button-class.ts'
import { Form, Outcome } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { SessionLayout } from '../sign-in/session-layout.tsx'

/** The page of a link in each digest. A button, because programs that check mails open links too. */
export function UnsubscribePage() {
  const [query] = useSearchParams()
  const isMember = useSession() !== null
  const [isDone, setDone] = useState(false)
  const form = useForm<object, never>({
    read: () => ({}),
    async send() {
      await unsubscribe(query.get('token') ?? '')
      setDone(true)
    },
    explain: (error) => ({ form: messageOf(error) }),
  })
  return (
    <SessionLayout
      title={t`Unsubscribe`}
      pageTitle={t`Unsubscribe`}
      footer={
        <Link to={isMember ? paths.notificationSettings : paths.login} className={linkClass}>
          {isMember ? t`Notification settings` : t`Go to Login`}
        </Link>
      }
    >
      {isDone ? (
        <Outcome>{t`You get no more digests by mail. You can turn them on again in the settings of notifications.`}</Outcome>
      ) : (
        <Form
          form={form}
          action={t({ message: 'Unsubscribe', comment: 'From mails. Title and button of a page.' })}
          isWide
        >
          <p>{t`Do you want no more mails with your notifications?`}</p>
        </Form>
      )}
    </SessionLayout>
  )
}
