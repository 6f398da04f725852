import { t } from '@lingui/core/macro'
import { succeeds } from '../../data/api/error-notifications.ts'
import { disableFactor, type Passkey, removePasskey, removePassword } from '../../data/security/ways-in.ts'
import { ConfirmDialog } from '../../ui/popup/confirm-dialog.tsx'
import type { DialogState } from '../../ui/popup/dialog.tsx'
import { toast } from '../../ui/toast/toast.ts'

export function RemovePasswordDialog(dialog: DialogState) {
  return (
    <ConfirmDialog
      {...dialog}
      title={t`Remove your password?`}
      text={t`You then sign in with your passkeys alone. Your other sessions end. You can set a password again at any time.`}
      action={t`Remove`}
      onConfirm={() => done(removePassword, t`Your password was removed`)}
    />
  )
}

interface RemovePasskeyDialogProps extends DialogState {
  passkey: Passkey
  /** See the dialog. */
  finalFocus: () => HTMLElement | true | null
}

export function RemovePasskeyDialog({ passkey, ...dialog }: RemovePasskeyDialogProps) {
  return (
    <ConfirmDialog
      {...dialog}
      title={t`Remove this passkey?`}
      text={
        <p className="wrap-anywhere">
          {t`You can no longer sign in with “${{ name: passkey.name }}”. Sessions that it has signed in go on until you end them.`}
        </p>
      }
      action={t`Remove`}
      onConfirm={() => done(() => removePasskey(passkey._id), t`The passkey was removed`)}
    />
  )
}

export function DisableFactorDialog(dialog: DialogState) {
  return (
    <ConfirmDialog
      {...dialog}
      title={t`Turn off the second factor?`}
      text={t`Your password alone is then enough to sign in. Your recovery codes are deleted.`}
      action={t({ message: 'Turn off', comment: 'The second factor' })}
      onConfirm={() => done(disableFactor, t`The second factor is off`)}
    />
  )
}

function done(action: () => Promise<void>, text: string): Promise<boolean> {
  return succeeds(async () => {
    await action()
    toast.success(text)
  })
}
