import { succeeds } from '../../data/api/error-notifications.ts'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { renewRecoveryCodes } from '../../data/sign-in/ways-in.ts'
import { Button } from '../../ui/button/button.tsx'

/** Asks first: the codes that the member has stored stop to work. */
export function RenewCodes({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const dialog = useOnDemand(() => import('../../ui/popup/confirm-dialog.tsx'))
  return (
    <>
      <Button variant="secondary" onPointerEnter={dialog.prepare} onClick={dialog.open}>
        New recovery codes
      </Button>
      {dialog.module && (
        <dialog.module.ConfirmDialog
          open={dialog.isOpen}
          onOpenChange={dialog.setOpen}
          title="Get new recovery codes?"
          text="Those that you have now stop working."
          action="Get new codes"
          onConfirm={() => succeeds(async () => onCodes(await renewRecoveryCodes()))}
        />
      )}
    </>
  )
}
