import { type FormEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { deleteAccount } from '../../data/account.ts'
import { isRefusal, messageOf } from '../../data/api-errors.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast.ts'
import { FormError } from '../sessions/form-error.tsx'
import { focusProblem, readTexts } from './password-problems.ts'

interface DeleteAccountDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onClosed: () => void
}

/** Asks for the password, because a deletion cannot be undone. */
export function DeleteAccountDialog({ open, onOpenChange, onClosed }: DeleteAccountDialogProps) {
  const id = useId()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (isBusy) return
    const { password } = readTexts(form, ['password'])
    setProblem(password === '' ? 'Enter your password' : undefined)
    setFailure(undefined)
    if (password === '' && focusProblem(form, { password })) return
    setBusy(true)
    try {
      await deleteAccount(password)
      toast.success('Your account was deleted')
      void navigate(paths.login)
    } catch (error) {
      setBusy(false)
      if (!isRefusal(error, 'passwordWrong')) return setFailure(messageOf(error))
      setProblem(messageOf(error))
      focusProblem(form, { password })
    }
  }

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
      <form id={id} noValidate className="flex flex-col gap-4 p-4" onSubmit={(event) => void submit(event)}>
        <p>
          Your posts, comments, likes, follows and media go now, for everybody. There is no way back. You may want to
          download everything first.
        </p>
        <PasswordField label="Password" name="password" autoComplete="current-password" required error={problem} />
        <FormError text={failure} />
      </form>
    </Dialog>
  )
}
