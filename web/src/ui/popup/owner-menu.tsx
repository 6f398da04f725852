import { Pencil, Trash2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { Menu, MenuItem } from './menu.tsx'

export interface OwnerMenuProps {
  trigger: ReactElement
  editLabel: string
  deleteLabel: string
  onEdit: () => void
  onDelete: () => void
}

export function OwnerMenu({ trigger, editLabel, deleteLabel, onEdit, onDelete }: OwnerMenuProps) {
  return (
    <Menu trigger={trigger}>
      <MenuItem icon={<Pencil size={18} aria-hidden="true" />} onSelect={onEdit}>
        {editLabel}
      </MenuItem>
      <MenuItem icon={<Trash2 size={18} aria-hidden="true" />} danger onSelect={onDelete}>
        {deleteLabel}
      </MenuItem>
    </Menu>
  )
}
