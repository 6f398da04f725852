import { PASSWORD_MIN_LENGTH } from '@quack/contract/rules/limits'
import { PasswordField } from '../../ui/form/password-field.tsx'
import type { Problems } from '../../ui/form/use-form.ts'
import type { NewPassword } from '../sign-in/new-password.ts'

/** The fields for a new password and its confirmation. */
export function NewPasswordFields({ problems }: { problems: Problems<keyof NewPassword> }) {
  return (
    <>
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        required
        hint={`At least ${PASSWORD_MIN_LENGTH} characters`}
        error={problems.password}
      />
      <PasswordField
        label="Confirm new password"
        name="confirmPassword"
        autoComplete="new-password"
        required
        error={problems.confirmPassword}
      />
    </>
  )
}
