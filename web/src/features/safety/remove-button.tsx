import { useAction } from '../../data/api/error-notifications.ts'
import { Button } from '../../ui/button/button.tsx'
import { focusMain } from '../../ui/focus.ts'
import { toast } from '../../ui/toast/toast.ts'

interface RemoveButtonProps {
  /** The label. */
  action: string
  /** What the entry is, for assistive technology. */
  of: string
  onRemove: () => Promise<void>
  /** The toast after that. */
  done: string
}

/** Ends a block, a mute or a follow of a tag, or removes a muted word. */
export function RemoveButton({ action, of, onRemove, done }: RemoveButtonProps) {
  const [isBusy, run] = useAction()

  async function remove() {
    if (!(await run(onRemove))) return
    toast.success(done)
    // The button leaves with what it is in.
    focusMain()
  }

  return (
    <Button
      variant="secondary"
      size="small"
      // A description, not a label: the accessible name must be the visible text.
      aria-description={of}
      className="ms-auto shrink-0"
      loading={isBusy}
      onClick={() => void remove()}
    >
      {action}
    </Button>
  )
}
