import { succeeds } from '../../data/api/error-notifications.ts'
import { disableFactor } from '../../data/sign-in/ways-in.ts'
import { ConfirmDialog } from '../../ui/popup/confirm-dialog.tsx'
import { toast } from '../../ui/toast/toast.ts'

interface ChangeDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function DisableFactorDialog(dialog: ChangeDialogProps) {
  return (
    <ConfirmDialog
      {...dialog}
      title="Turn off the second factor?"
      text="Your password alone is then enough to sign in. Your recovery codes are deleted."
      action="Turn off"
      onConfirm={() => done(disableFactor, 'The second factor is off')}
    />
  )
}

function done(action: () => Promise<void>, text: string): Promise<boolean> {
  return succeeds(async () => {
    await action()
    toast.success(text)
  })
}
