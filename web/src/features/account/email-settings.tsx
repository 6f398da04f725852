import { isRefusal, messageOf } from '../../data/api/api-errors.ts'
import { changeEmail, confirmViewer, sendEmailConfirmation, useEmail } from '../../data/email.ts'
import { useMeta } from '../../data/meta.ts'
import { Button } from '../../ui/button/button.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { readTexts, useForm } from '../../ui/form/use-form.ts'
import { toast } from '../../ui/toast/toast.ts'

/** The member's e-mail address: whether it is confirmed, and the form that changes it. */
export function EmailSettings() {
  const email = useEmail().data
  const isMailOn = useMeta().data?.mail === true
  if (!email) return null
  return (
    <>
      <p className="break-words">
        {email.email}
        {isMailOn && <span className="text-muted">{email.confirmed ? ' · confirmed' : ' · not confirmed'}</span>}
      </p>
      {email.pending !== null && (
        <p className="break-words">Waiting for you to open the link that was sent to {email.pending}.</p>
      )}
      {isMailOn && (email.pending !== null || !email.confirmed) && <SendAgain />}
      <EmailForm />
    </>
  )
}

function SendAgain() {
  async function send() {
    try {
      await sendEmailConfirmation()
      toast.success('The link is on its way')
    } catch (error) {
      toast.error(messageOf(error))
    }
  }
  return (
    <Button variant="secondary" className="self-start" onClick={() => void send()}>
      Send the link
    </Button>
  )
}

function EmailForm() {
  const { problems, isBusy, events } = useForm<Record<'email' | 'password', string>, 'email' | 'password'>({
    read: (form) => readTexts(form, ['email', 'password']),
    check: ({ email, password }) => ({
      email: email.trim() === '' ? 'Enter your new address' : undefined,
      password: password === '' ? 'Enter your password' : undefined,
    }),
    async send({ email, password }, form) {
      await confirmViewer(password)
      const { pending } = await changeEmail(email.trim())
      form.reset()
      toast.success(pending === null ? 'Your address was changed' : 'Please open the link that was sent there')
    },
    explain: (error) => ({ [isRefusal(error, 'passwordWrong') ? 'password' : 'form']: messageOf(error) }),
  })
  return (
    <form noValidate aria-label="Change e-mail address" className="flex max-w-100 flex-col gap-4" {...events}>
      <TextField
        label="New e-mail address"
        name="email"
        type="email"
        autoComplete="email"
        required
        error={problems.email}
      />
      <PasswordField
        label="Your password"
        name="password"
        autoComplete="current-password"
        required
        error={problems.password}
      />
      <FormError text={problems.form} />
      <Button type="submit" className="self-start" loading={isBusy}>
        Change address
      </Button>
    </form>
  )
}
