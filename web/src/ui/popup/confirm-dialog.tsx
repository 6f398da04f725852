import { t } from '@lingui/core/macro'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../button/button.tsx'
import { Dialog, type DialogState } from './dialog.tsx'

interface ConfirmDialogProps extends DialogState {
  title: string
  text: ReactNode
  /** The label of the confirm button. */
  action: string
  /** Resolves to whether the action succeeded. If not, the dialog stays open. */
  onConfirm: () => Promise<boolean>
  /** See the dialog. */
  finalFocus?: (() => HTMLElement | true | null) | undefined
}

/** Asks for confirmation of an action. */
export function ConfirmDialog({ text, action, onConfirm, ...dialog }: ConfirmDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const cancel = useRef<HTMLButtonElement>(null)
  async function confirm() {
    setBusy(true)
    const isDone = await onConfirm()
    setBusy(false)
    if (isDone) dialog.onOpenChange(false)
  }
  return (
    <Dialog
      {...dialog}
      size="small"
      phone="sheet"
      initialFocus={cancel}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button ref={cancel} variant="secondary" onClick={() => dialog.onOpenChange(false)}>
            {t`Cancel`}
          </Button>
          <Button variant="danger" loading={isBusy} onClick={() => void confirm()}>
            {action}
          </Button>
        </div>
      }
    >
      <div className="phrases p-4">{text}</div>
    </Dialog>
  )
}
