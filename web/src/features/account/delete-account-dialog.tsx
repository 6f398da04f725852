import { useId } from 'react'
import { useNavigate } from 'react-router'
import { deleteAccount } from '../../data/account.ts'
import { isRefusal, messageOf } from '../../data/api/api-errors.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { readTexts, useForm } from '../../ui/form/use-form.ts'
import { Dialog } from '../../ui/popup/dialog.tsx'
import { toast } from '../../ui/toast/toast.ts'

interface DeleteAccountDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onClosed: () => void
}

/** Asks for the password, because a deletion cannot be undone. */
export function DeleteAccountDialog({ open, onOpenChange, onClosed }: DeleteAccountDialogProps) {
  const id = useId()
  const navigate = useNavigate()
  const { problems, isBusy, events } = useForm<{ password: string }, 'password'>({
    read: (form) => readTexts(form, ['password']),
    check: ({ password }) => ({ password: password === '' ? 'Enter your password' : undefined }),
    async send({ password }) {
      await deleteAccount(password)
      toast.success('Your account was deleted')
      void navigate(paths.login)
    },
    explain: (error) => ({ [isRefusal(error, 'passwordWrong') ? 'password' : 'form']: messageOf(error) }),
  })

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      onClosed={onClosed}
      title="Delete account"
      size="small"
      phone="sheet"
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant="danger" loading={isBusy}>
            Delete for ever
          </Button>
        </div>
      }
    >
      <form id={id} noValidate className="flex flex-col gap-4 p-4" {...events}>
        <p>
          Your posts, comments, likes, follows and media go now, for everybody. There is no way back. You may want to
          download everything first.
        </p>
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          error={problems.password}
        />
        <FormError text={problems.form} />
      </form>
    </Dialog>
  )
}
