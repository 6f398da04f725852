import { t } from '@lingui/core/macro'
import { useNavigate } from 'react-router'
import { deleteAccount } from '../../data/account/account.ts'
import { isRefusal, messageOf } from '../../data/api/api-errors.ts'
import { useWaysIn } from '../../data/security/ways-in.ts'
import { paths } from '../../paths.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { readTexts, useForm } from '../../ui/form/use-form.ts'
import type { DialogState } from '../../ui/popup/dialog.tsx'
import { FormDialog } from '../../ui/popup/form-dialog.tsx'
import { toast } from '../../ui/toast/toast.ts'

/** Asks for the password, because a deletion cannot be undone. A member without one confirms with a passkey. */
export function DeleteAccountDialog(dialog: DialogState) {
  const navigate = useNavigate()
  const { data: ways, isPending } = useWaysIn()
  const hasPassword = ways?.hasPassword !== false
  const form = useForm<{ password: string }, 'password'>({
    read: (element) => readTexts(element, ['password']),
    check: ({ password }) => ({ password: hasPassword && password === '' ? t`Enter your password` : undefined }),
    async send({ password }) {
      await deleteAccount(hasPassword ? password : undefined)
      toast.success(t`Your account was deleted`)
      void navigate(paths.login)
    },
    explain: (error) => ({ [isRefusal(error, 'passwordWrong') ? 'password' : 'form']: messageOf(error) }),
  })

  return (
    <FormDialog
      {...dialog}
      title={t`Delete account`}
      action={t`Delete for ever`}
      variant="danger"
      form={form}
      pending={isPending && <Skeleton className="m-4 h-40" />}
    >
      <p>
        {t`Your posts, comments, likes, follows and media go now, for everybody. There is no way back. You may want to download everything first.`}
      </p>
      {hasPassword && (
        <PasswordField
          label={t`Password`}
          name="password"
          autoComplete="current-password"
          required
          error={form.problems.password}
        />
      )}
    </FormDialog>
  )
}
