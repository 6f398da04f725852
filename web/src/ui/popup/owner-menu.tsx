import { type LucideIcon, Pencil, Trash2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { Menu, MenuItem } from './menu.tsx'

export interface OwnerMenuEntry {
  icon: LucideIcon
  label: string
  disabled?: boolean
  onSelect: () => void
}

export interface OwnerMenuProps {
  trigger: ReactElement
  editLabel: string
  deleteLabel: string
  onEdit: () => void
  onDelete: () => void
  /** Entries between the two. */
  more?: readonly OwnerMenuEntry[]
}

export function OwnerMenu({ trigger, editLabel, deleteLabel, onEdit, onDelete, more = [] }: OwnerMenuProps) {
  return (
    <Menu trigger={trigger}>
      <MenuItem icon={Pencil} onSelect={onEdit}>
        {editLabel}
      </MenuItem>
      {more.map(({ label, ...entry }) => (
        <MenuItem key={label} {...entry}>
          {label}
        </MenuItem>
      ))}
      <MenuItem icon={Trash2} danger onSelect={onDelete}>
        {deleteLabel}
      </MenuItem>
    </Menu>
  )
}
