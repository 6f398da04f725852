import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { Button } from '../../ui/button/button.tsx'

export interface Credentials {
  username: string
  password: string
}

/** Tells a suspended member why, after a log-in that was refused. */
export function SuspensionButton({ credentials }: { credentials: Credentials }) {
  const dialog = useOnDemand(() => import('../reports/suspension-dialog.tsx'))
  return (
    <>
      <Button variant="secondary" block className="mt-4" onPointerEnter={dialog.prepare} onClick={dialog.open}>
        Why is my account suspended?
      </Button>
      {dialog.shown && (
        <dialog.shown.SuspensionDialog
          credentials={credentials}
          open={dialog.isOpen}
          onOpenChange={dialog.setOpen}
          onClosed={dialog.forget}
        />
      )}
    </>
  )
}
