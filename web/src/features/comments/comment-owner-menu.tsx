import { useOnDemand } from '../../data/use-on-demand.ts'
import { focusMain } from '../../ui/main-region.ts'
import { OwnerMenuButton } from '../posts/owner-menu-button.tsx'

interface CommentOwnerMenuProps {
  onEdit: () => void
  onDelete: () => Promise<void>
}

/** The menu for the author of a comment. */
export function CommentOwnerMenu({ onEdit, onDelete }: CommentOwnerMenuProps) {
  const confirm = useOnDemand(() => import('../posts/confirm-dialog.tsx'))
  async function remove() {
    await onDelete()
    focusMain()
  }
  return (
    <>
      <OwnerMenuButton
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
          onConfirm={remove}
        />
      )}
    </>
  )
}
