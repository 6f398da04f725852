import { t } from '@lingui/core/macro'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { useCanUsePasskeys } from '../../data/account/passkey-host.ts'
import { isRefusal, messageOf } from '../../data/api/api-errors.ts'
import { useSession } from '../../data/api/session.ts'
import { confirmByPasskey, confirmByPassword, useWaysIn } from '../../data/security/ways-in.ts'
import { Button } from '../../ui/button/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { FormError } from '../../ui/form/form.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { readTexts, useForm } from '../../ui/form/use-form.ts'
import { keyOf } from '../../ui/keys.ts'
import { Dialog } from '../../ui/popup/dialog.tsx'

interface ConfirmIdentityDialogProps {
  /** Called once, when it has closed. */
  onDone: (isConfirmed: boolean) => void
}

/** "Confirm that it is you", by the password or a passkey. It may open over another dialog. */
export function ConfirmIdentityDialog({ onDone }: ConfirmIdentityDialogProps) {
  const [isOpen, setOpen] = useState(true)
  const [isConfirmed, setConfirmed] = useState(false)
  const { data: ways, isPending } = useWaysIn()
  const canUsePasskeys = useCanUsePasskeys()
  const hasPasskey = canUsePasskeys === true && (ways?.passkeys ?? 0) > 0
  const end = () => {
    setConfirmed(true)
    setOpen(false)
  }
  return (
    // Escape closes this dialog only, and not also the one below it, which listens at the document.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for a key of the dialog
    <div
      onKeyDown={(event) => {
        if (keyOf(event.nativeEvent) !== 'Escape') return
        event.nativeEvent.stopPropagation()
        setOpen(false)
      }}
    >
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        onClosed={() => onDone(isConfirmed)}
        title={t`Confirm that it is you`}
        size="small"
        phone="sheet"
      >
        {isPending || canUsePasskeys === undefined ? (
          <Skeleton className="m-4 h-40" />
        ) : (
          <Ways hasPassword={ways?.hasPassword !== false} hasPasskey={hasPasskey} onConfirmed={end} />
        )}
      </Dialog>
    </div>
  )
}

interface WaysProps {
  hasPassword: boolean
  hasPasskey: boolean
  onConfirmed: () => void
}

function Ways({ hasPassword, hasPasskey, onConfirmed }: WaysProps) {
  const username = useSession()?.username ?? ''
  const { problems, isBusy, run, events } = useForm<{ password: string }, 'password'>({
    read: (element) => readTexts(element, ['password']),
    check: ({ password }) => ({ password: hasPassword && password === '' ? t`Enter your password` : undefined }),
    async send({ password }) {
      await (hasPassword ? confirmByPassword(password) : confirmByPasskey())
      onConfirmed()
    },
    explain: (error) => ({ [isRefusal(error, 'passwordWrong') ? 'password' : 'form']: messageOf(error) }),
  })
  const byPasskey = (element: HTMLFormElement | null) => {
    if (!element) return
    void run(element, async () => {
      await confirmByPasskey()
      onConfirmed()
    })
  }
  return (
    <form noValidate aria-label={t`Confirm`} className="flex flex-col gap-4 p-4" {...events}>
      <p>{t`Before this, Quack asks again who you are. Your answer holds for 15 minutes.`}</p>
      {/* For password managers. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      {hasPassword && (
        <PasswordField
          // It comes after the dialog has opened.
          autoFocus
          label={t`Password`}
          name="password"
          autoComplete="current-password"
          required
          error={problems.password}
        />
      )}
      {!hasPassword && !hasPasskey && <p>{t`Your passkeys do not work at this address.`}</p>}
      <FormError text={problems.form} />
      {hasPassword && (
        <Button type="submit" block loading={isBusy}>
          {t`Confirm`}
        </Button>
      )}
      {hasPasskey && (
        <Button
          variant={hasPassword ? 'secondary' : 'primary'}
          block
          loading={isBusy && !hasPassword}
          onClick={({ currentTarget }) => byPasskey(currentTarget.form)}
        >
          <Fingerprint size={18} aria-hidden="true" />
          {t`Use a passkey`}
        </Button>
      )}
    </form>
  )
}
