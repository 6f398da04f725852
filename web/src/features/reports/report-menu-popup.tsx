import { Flag } from 'lucide-react'
import type { ReactElement } from 'react'
import type { TargetKind } from '../../data/reports.ts'
import { Menu, MenuItem } from '../../ui/popup/menu.tsx'

interface ReportMenuPopupProps {
  trigger: ReactElement
  kind: TargetKind
  onReport: () => void
}

const LABELS = { member: 'Report profile', post: 'Report post', comment: 'Report comment' } as const

export function ReportMenuPopup({ trigger, kind, onReport }: ReportMenuPopupProps) {
  return (
    <Menu trigger={trigger}>
      <MenuItem icon={<Flag size={18} aria-hidden="true" />} onSelect={onReport}>
        {LABELS[kind]}
      </MenuItem>
    </Menu>
  )
}
