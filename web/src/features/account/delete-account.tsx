import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { Button } from '../../ui/button/button.tsx'

export function DeleteAccount() {
  const dialog = useOnDemand(() => import('./delete-account-dialog.tsx'))
  return (
    <>
      <Button variant="danger" className="self-start" onPointerEnter={dialog.prepare} onClick={dialog.open}>
        Delete account
      </Button>
      {dialog.shown && (
        <dialog.shown.DeleteAccountDialog open={dialog.isOpen} onOpenChange={dialog.setOpen} onClosed={dialog.forget} />
      )}
    </>
  )
}
