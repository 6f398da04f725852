import { t } from '@lingui/core/macro'
import { useRef } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Dialog, type DialogState } from '../../ui/popup/dialog.tsx'

/** Says why the shared guest account can neither mute nor block. */
export function GuestDialog(dialog: DialogState) {
  const ok = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      {...dialog}
      title={t`Guest account`}
      size="small"
      phone="sheet"
      initialFocus={ok}
      footer={
        <div className="flex justify-end">
          <Button ref={ok} variant="secondary" onClick={() => dialog.onOpenChange(false)}>
            {t`OK`}
          </Button>
        </div>
      }
    >
      <p className="p-4">
        {t`Everyone who looks around shares this account, so it can neither mute nor block members, nor mute tags. Sign up for an account of your own.`}
      </p>
    </Dialog>
  )
}
