import { succeeds } from '../../data/api/error-notifications.ts'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { focusMain } from '../../ui/main-region.ts'
import { loadOwnerMenu, OwnerMenuButton } from '../../ui/popup/owner-menu-button.tsx'

interface CommentOwnerMenuProps {
  onEdit: () => void
  onDelete: () => Promise<void>
}

/** The menu for the author of a comment. */
export function CommentOwnerMenu({ onEdit, onDelete }: CommentOwnerMenuProps) {
  const menu = useOnDemand(loadOwnerMenu)
  const confirm = useOnDemand(() => import('../../ui/popup/confirm-dialog.tsx'))
  async function remove() {
    await onDelete()
    focusMain()
  }
  return (
    <>
      <OwnerMenuButton
        popup={menu}
        label="Comment options"
        editLabel="Edit"
        deleteLabel="Delete"
        onEdit={onEdit}
        onDelete={confirm.open}
      />
      {confirm.module && (
        <confirm.module.ConfirmDialog
          open={confirm.isOpen}
          onOpenChange={confirm.setOpen}
          title="Delete comment?"
          text="It goes for good."
          action="Delete"
          onConfirm={() => succeeds(remove)}
        />
      )}
    </>
  )
}
