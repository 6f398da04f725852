import type { Unsent } from '../../data/unsent.ts'
import { ConfirmDialog } from '../../ui/popup/confirm-dialog.tsx'

interface LogOutDialogProps {
  unsent: Unsent
  open: boolean
  onOpenChange: (open: boolean) => void
  onLogOut: (options: { keepsDrafts: boolean }) => void
}

/** Asks what becomes of the texts that were not sent. */
export function LogOutDialog({ unsent, onLogOut, ...dialog }: LogOutDialogProps) {
  return (
    <ConfirmDialog
      {...dialog}
      title={`Keep ${nameUnsent(unsent)} on this device?`}
      text={
        <p>
          You will find what is kept when you log in here again. Others who use this device do not see it in Quack.
          Everything else that Quack has saved here for you is deleted.
        </p>
      }
      action="Delete"
      onConfirm={async () => {
        onLogOut({ keepsDrafts: false })
        return true
      }}
      instead={{ label: 'Keep', onSelect: () => onLogOut({ keepsDrafts: true }) }}
    />
  )
}

/** '2 drafts', '1 unsent change', '2 drafts and 1 unsent change'. */
export function nameUnsent({ drafts, waiting }: Unsent): string {
  const parts = [
    [drafts, 'draft'],
    [waiting, 'unsent change'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, noun]) => `${count} ${noun}${count === 1 ? '' : 's'}`)
    .join(' and ')
}
