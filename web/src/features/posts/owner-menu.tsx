import { Pencil, Trash2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { Menu, MenuItem } from '../../ui/menu.tsx'

export interface OwnerMenuProps {
  trigger: ReactElement
  editLabel: string
  deleteLabel: string
  onEdit: () => void
  onDelete: () => void
}

/** Open from the start: it is loaded by the click that opens it. */
export function OwnerMenu({ trigger, editLabel, deleteLabel, onEdit, onDelete }: OwnerMenuProps) {
  const [open, setOpen] = useState(true)
  return (
    <Menu trigger={trigger} open={open} onOpenChange={setOpen}>
      <MenuItem icon={<Pencil size={18} aria-hidden="true" />} onSelect={onEdit}>
        {editLabel}
      </MenuItem>
      <MenuItem icon={<Trash2 size={18} aria-hidden="true" />} danger onSelect={onDelete}>
        {deleteLabel}
      </MenuItem>
    </Menu>
  )
}
