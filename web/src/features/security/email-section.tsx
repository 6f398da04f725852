import { t } from '@lingui/core/macro'
import type { OwnEmail } from '@quack/contract'
import { isEmailAddress } from '@quack/contract/rules/email-address'
import { changeEmail, sendEmailConfirmation, useEmail } from '../../data/account/account.ts'
import { messageOf } from '../../data/api/api-errors.ts'
import { useMeta } from '../../data/installation/meta.ts'
import { noteChangedWayIn } from '../../data/security/ways-in.ts'
import { Button } from '../../ui/button/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { readTexts, useForm } from '../../ui/form/use-form.ts'
import { toast } from '../../ui/toast/toast.ts'
import { SettingsSection } from '../account/settings-section.tsx'

/** The member's e-mail address: whether it is confirmed, and the form that changes it. */
export function EmailSection() {
  const { data: email, error, refetch } = useEmail()
  const isMailOn = useMeta().data?.mail
  const text =
    isMailOn === false
      ? t`This Quack sends no mail.`
      : t`Where you get a link if you forget your password, and notices about your account.`
  return (
    <SettingsSection title={t`E-mail`} text={text}>
      {email && <Address email={email} isMailOn={isMailOn === true} />}
      {!email && error && <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />}
      {!email && !error && <Skeleton className="h-36 w-full" />}
    </SettingsSection>
  )
}

interface AddressProps {
  email: OwnEmail
  isMailOn: boolean
}

function Address({ email: { email, confirmed, pending }, isMailOn }: AddressProps) {
  return (
    <>
      <p className="wrap-anywhere">
        {email}
        {isMailOn && (
          <span className="text-muted">
            {' · '}
            {confirmed
              ? t({ message: 'confirmed', comment: 'An address' })
              : t({ message: 'not confirmed', comment: 'An address' })}
          </span>
        )}
      </p>
      {pending !== null && (
        <p className="wrap-anywhere">{t`Waiting for you to open the link that was sent to ${{ address: pending }}.`}</p>
      )}
      {isMailOn && (pending !== null || !confirmed) && (
        <SendButton>{pending === null ? t`Send a confirmation link` : t`Send the link again`}</SendButton>
      )}
      <EmailForm />
    </>
  )
}

function SendButton({ children }: { children: string }) {
  async function send() {
    try {
      await sendEmailConfirmation()
      toast.success(t`The link is on its way`)
    } catch (error) {
      toast.error(messageOf(error))
    }
  }
  return (
    <Button variant="secondary" className="self-start" onClick={() => void send()}>
      {children}
    </Button>
  )
}

function EmailForm() {
  const form = useForm<{ email: string }, 'email'>({
    read: (element) => ({ email: readTexts(element, ['email']).email.trim() }),
    check: ({ email }) => {
      if (email === '') return { email: t`Enter your new address` }
      return { email: isEmailAddress(email) ? undefined : t`Enter an email address, like name@example.com` }
    },
    async send({ email }, element) {
      const { pending } = await changeEmail(email)
      element.reset()
      toast.success(pending === null ? t`Your address was changed` : t`Please open the link that was sent there`)
      // With mail, the address changes when the link is opened.
      if (pending === null) await noteChangedWayIn()
    },
    explain: (error) => ({ form: messageOf(error) }),
  })
  return (
    <Form form={form} aria-label={t`Change e-mail address`} action={t`Change address`} className="max-w-100">
      <TextField
        label={t`New e-mail address`}
        name="email"
        type="email"
        autoComplete="email"
        required
        error={form.problems.email}
      />
    </Form>
  )
}
