import { useState } from 'react'
import { isRefusal, messageOf } from '../../data/api/api-errors.ts'
import { useSession } from '../../data/api/session.ts'
import { confirmByPassword } from '../../data/sign-in/confirm.ts'
import { Button } from '../../ui/button/button.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { readTexts, useForm } from '../../ui/form/use-form.ts'
import { Dialog } from '../../ui/popup/dialog.tsx'

interface ConfirmIdentityDialogProps {
  /** Called once, when it has closed. */
  onDone: (isConfirmed: boolean) => void
}

/** "Confirm that it is you", by the password. It may open over another dialog. */
export function ConfirmIdentityDialog({ onDone }: ConfirmIdentityDialogProps) {
  const [isOpen, setOpen] = useState(true)
  const [isConfirmed, setConfirmed] = useState(false)
  const end = () => {
    setConfirmed(true)
    setOpen(false)
  }
  return (
    // Escape closes this dialog only, and not also the one below it, which listens at the document.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for a key of the dialog
    <div
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.nativeEvent.stopPropagation()
        setOpen(false)
      }}
    >
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        onClosed={() => onDone(isConfirmed)}
        title="Confirm that it is you"
        size="small"
        phone="sheet"
      >
        <Ways onConfirmed={end} />
      </Dialog>
    </div>
  )
}

interface WaysProps {
  onConfirmed: () => void
}

function Ways({ onConfirmed }: WaysProps) {
  const username = useSession()?.username ?? ''
  const { problems, isBusy, events } = useForm<{ password: string }, 'password'>({
    read: (element) => readTexts(element, ['password']),
    check: ({ password }) => ({ password: password === '' ? 'Enter your password' : undefined }),
    async send({ password }) {
      await confirmByPassword(password)
      onConfirmed()
    },
    explain: (error) => ({ [isRefusal(error, 'passwordWrong') ? 'password' : 'form']: messageOf(error) }),
  })
  return (
    <form noValidate aria-label="Confirm" className="flex flex-col gap-4 p-4" {...events}>
      <p>Before this, Quack asks again who you are. Your answer holds for 15 minutes.</p>
      {/* For password managers. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        error={problems.password}
      />
      <FormError text={problems.form} />
      <Button type="submit" block loading={isBusy}>
        Confirm
      </Button>
    </form>
  )
}
