import { useRef } from 'react'
import type { Unsent } from '../../data/offline/unsent.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/popup/dialog.tsx'

interface LogOutDialogProps {
  unsent: Unsent
  open: boolean
  onOpenChange: (open: boolean) => void
  onLogOut: (options: { keepsDrafts: boolean }) => void
}

/** Asks what becomes of the texts that were not sent. */
export function LogOutDialog({ unsent, open, onOpenChange, onLogOut }: LogOutDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Keep ${nameUnsent(unsent)} on this device?`}
      size="small"
      phone="sheet"
      initialFocus={cancel}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button ref={cancel} variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button variant="danger" onClick={() => onLogOut({ keepsDrafts: false })}>
            Delete
          </Button>
          <Button onClick={() => onLogOut({ keepsDrafts: true })}>Keep</Button>
        </div>
      }
    >
      <p className="p-4">
        You will find what is kept when you log in here again. Others who use this device do not see it in Quack.
        Everything else that Quack has saved here for you is deleted.
      </p>
    </Dialog>
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
