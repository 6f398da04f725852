import { useOnDemand } from '../../data/code/use-on-demand.ts'
import type { Written } from '../../data/sending/writes.ts'
import { loadOwnerMenu } from '../../ui/popup/owner-menu-button.tsx'
import { AuthorMenu } from '../members/author-menu.tsx'

interface CommentOwnerMenuProps {
  onEdit: () => void
  onDelete: () => Promise<Written>
}

/** The menu for the author of a comment. */
export function CommentOwnerMenu({ onEdit, onDelete }: CommentOwnerMenuProps) {
  const menu = useOnDemand(loadOwnerMenu)
  return (
    <AuthorMenu
      popup={menu}
      label="Comment options"
      editLabel="Edit"
      deleteLabel="Delete"
      question="Delete comment?"
      consequence="It goes for good."
      onEdit={onEdit}
      onDelete={onDelete}
    />
  )
}
