import { t } from '@lingui/core/macro'
import { isRefusal, messageOf } from '../../data/api/api-errors.ts'
import { useSession } from '../../data/api/session.ts'
import { changePassword } from '../../data/security/ways-in.ts'
import { Form } from '../../ui/form/form.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { readTexts, useForm } from '../../ui/form/use-form.ts'
import { toast } from '../../ui/toast/toast.ts'
import { NewPasswordFields } from '../account/new-password-fields.tsx'
import { newPasswordProblems } from '../sign-in/new-password.ts'

type Field = 'currentPassword' | 'password' | 'confirmPassword'

/** Changes the password, or sets one for a member who has removed it. */
export function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const username = useSession()?.username ?? ''
  const form = useForm<Record<Field, string>, Field>({
    read: (element) => readTexts(element, ['currentPassword', 'password', 'confirmPassword']),
    check: (texts) => ({
      currentPassword: hasPassword && texts.currentPassword === '' ? t`Enter your current password` : undefined,
      ...newPasswordProblems(texts),
    }),
    async send({ currentPassword, password }, element) {
      await changePassword(password, hasPassword ? currentPassword : undefined)
      element.reset()
      toast.success(hasPassword ? t`Your password was changed` : t`Your password is set`)
    },
    explain: (error) => ({ [isRefusal(error, 'passwordWrong') ? 'currentPassword' : 'form']: messageOf(error) }),
  })

  return (
    <Form
      form={form}
      aria-label={hasPassword ? t`Change password` : t`Set a password`}
      action={hasPassword ? t`Change password` : t`Set password`}
      className="max-w-100"
    >
      {/* For password managers. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      {hasPassword && (
        <PasswordField
          label={t`Current password`}
          name="currentPassword"
          autoComplete="current-password"
          required
          error={form.problems.currentPassword}
        />
      )}
      <NewPasswordFields problems={form.problems} />
    </Form>
  )
}
