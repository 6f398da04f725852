import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { forgotPassword } from '../../data/account/account.ts'
import { messageOf } from '../../data/api/api-errors.ts'
import { useMeta } from '../../data/installation/meta.ts'
import { paths } from '../../paths.ts'
import { linkClass } from '../../ui/button/button-class.ts'
import { Form, Outcome } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { readTexts, useForm } from '../../ui/form/use-form.ts'
import { SessionLayout } from '../sign-in/session-layout.tsx'

/** Asks for a one-time link; where no mail is sent, it names the operator. */
export function ForgotPage() {
  const meta = useMeta().data
  const { state } = useLocation()
  return (
    <SessionLayout
      title={t`Forgot your password?`}
      pageTitle={t`Forgot password`}
      footer={
        <Link to={paths.login} state={state} className={linkClass}>
          {t`Back to Login`}
        </Link>
      }
    >
      {meta?.mail && <ForgotForm />}
      {meta && !meta.mail && <p>{meta.contact === null ? noMailText() : <NoMail contact={meta.contact} />}</p>}
    </SessionLayout>
  )
}

const noMailText = () => t`This Quack sends no mail. Its operator can give you a link that sets a new password.`

function NoMail({ contact }: { contact: string }) {
  return (
    <Trans>
      This Quack sends no mail. Its operator can give you a link that sets a new password:{' '}
      <a href={contact.includes('://') ? contact : `mailto:${contact}`} className={linkClass}>
        {contact}
      </a>
    </Trans>
  )
}

function ForgotForm() {
  const [isSent, setSent] = useState(false)
  const form = useForm<Record<'name', string>, 'name'>({
    read: (element) => readTexts(element, ['name']),
    check: ({ name }) => ({ name: name.trim() === '' ? t`Enter your username or e-mail address` : undefined }),
    async send({ name }) {
      await forgotPassword(name.trim())
      setSent(true)
    },
    explain: (error) => ({ form: messageOf(error) }),
  })
  if (isSent) {
    return (
      <Outcome>
        {t`If there is such an account, a link to set a new password is on its way. It works once, within an hour. Look into the spam folder too.`}
      </Outcome>
    )
  }
  return (
    <Form form={form} action={t`Send link`} isWide>
      <TextField
        label={t`Username or e-mail address`}
        name="name"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        error={form.problems.name}
      />
    </Form>
  )
}
