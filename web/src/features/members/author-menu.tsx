import { succeeds } from '../../data/api/error-notifications.ts'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import type { Written } from '../../data/sending/writes.ts'
import { focusMain } from '../../ui/focus.ts'
import { OwnerMenuButton, type OwnerMenuButtonProps } from '../../ui/popup/owner-menu-button.tsx'

interface AuthorMenuProps extends Omit<OwnerMenuButtonProps, 'onDelete'> {
  /** What the confirmation of the deletion asks and says. */
  question: string
  consequence: string
  onDelete: () => Promise<Written>
  onDeleted?: () => void
}

/** The menu for the author of a post or comment. Deleting needs a confirmation. */
export function AuthorMenu({ question, consequence, onDelete, onDeleted, ...menu }: AuthorMenuProps) {
  const confirm = useOnDemand(() => import('../../ui/popup/confirm-dialog.tsx'))
  async function remove() {
    const written = await onDelete()
    // The button that had the focus is gone.
    focusMain()
    if (written === 'sent') onDeleted?.()
  }
  return (
    <>
      <OwnerMenuButton {...menu} onDelete={confirm.open} />
      {confirm.module && (
        <confirm.module.ConfirmDialog
          open={confirm.isOpen}
          onOpenChange={confirm.setOpen}
          title={question}
          text={consequence}
          action="Delete"
          onConfirm={() => succeeds(remove)}
        />
      )}
    </>
  )
}
