import { plural, t } from '@lingui/core/macro'
import { PASSWORD_MIN_LENGTH } from '@quack/contract/rules/limits'
import { PasswordField } from '../../ui/form/password-field.tsx'
import type { Problems } from '../../ui/form/use-form.ts'
import type { NewPassword } from '../sign-in/new-password.ts'

/** The fields for a new password and its confirmation. */
export function NewPasswordFields({ problems }: { problems: Problems<keyof NewPassword> }) {
  return (
    <>
      <PasswordField
        label={t`New password`}
        name="password"
        autoComplete="new-password"
        required
        hint={plural({ min: PASSWORD_MIN_LENGTH }, { one: 'At least # character', other: 'At least # characters' })}
        error={problems.password}
      />
      <PasswordField
        label={t`Confirm new password`}
        name="confirmPassword"
        autoComplete="new-password"
        required
        error={problems.confirmPassword}
      />
    </>
  )
}
