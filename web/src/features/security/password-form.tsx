import { isRefusal, messageOf } from '../../data/api/api-errors.ts'
import { useSession } from '../../data/api/session.ts'
import { changePassword } from '../../data/security/ways-in.ts'
import { Button } from '../../ui/button/button.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { readTexts, useForm } from '../../ui/form/use-form.ts'
import { toast } from '../../ui/toast/toast.ts'
import { NewPasswordFields } from '../account/new-password-fields.tsx'
import { newPasswordProblems } from '../sign-in/new-password.ts'

type Field = 'currentPassword' | 'password' | 'confirmPassword'

export function PasswordForm() {
  const username = useSession()?.username ?? ''
  const { problems, isBusy, events } = useForm<Record<Field, string>, Field>({
    read: (form) => readTexts(form, ['currentPassword', 'password', 'confirmPassword']),
    check: (texts) => ({
      currentPassword: texts.currentPassword === '' ? 'Enter your current password' : undefined,
      ...newPasswordProblems(texts),
    }),
    async send({ currentPassword, password }, form) {
      await changePassword(password, currentPassword)
      form.reset()
      toast.success('Your password was changed')
    },
    explain: (error) => ({ [isRefusal(error, 'passwordWrong') ? 'currentPassword' : 'form']: messageOf(error) }),
  })

  return (
    <form noValidate aria-label="Change password" className="flex max-w-100 flex-col gap-4" {...events}>
      {/* For password managers. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        required
        error={problems.currentPassword}
      />
      <NewPasswordFields problems={problems} />
      <FormError text={problems.form} />
      <Button type="submit" className="self-start" loading={isBusy}>
        Change password
      </Button>
    </form>
  )
}
