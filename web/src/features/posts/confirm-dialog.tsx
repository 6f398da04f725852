import { useRef, useState } from 'react'
import { reportFailure } from '../../data/error-notifications.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  text: string
  /** The label of the confirm button. */
  action: string
  /** The dialog stays open until this resolves, and also if it fails. */
  onConfirm: () => Promise<void>
}

/** Asks for confirmation of an action that cannot be undone. */
export function ConfirmDialog({ open, onOpenChange, title, text, action, onConfirm }: ConfirmDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const cancel = useRef<HTMLButtonElement>(null)
  async function confirm() {
    setBusy(true)
    try {
      await onConfirm()
      onOpenChange(false)
    } catch (error) {
      reportFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      size="small"
      phone="sheet"
      initialFocus={cancel}
      footer={
        <div className="flex justify-end gap-2">
          <Button ref={cancel} variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button variant="danger" loading={isBusy} onClick={() => void confirm()}>
            {action}
          </Button>
        </div>
      }
    >
      <p className="p-4">{text}</p>
    </Dialog>
  )
}
