import { Ban } from 'lucide-react'
import type { ReactElement } from 'react'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { Menu, MenuItem } from '../../ui/popup/menu.tsx'

interface SafetyMenuPopupProps {
  trigger: ReactElement
  username: string
}

export function SafetyMenuPopup({ trigger, username }: SafetyMenuPopupProps) {
  const block = useOnDemand(() => import('./block-dialog.tsx'))
  return (
    <>
      <Menu trigger={trigger}>
        <MenuItem icon={<Ban size={18} aria-hidden="true" />} danger onSelect={block.open}>
          Block @{username}…
        </MenuItem>
      </Menu>
      {block.module && (
        <block.module.BlockDialog username={username} open={block.isOpen} onOpenChange={block.setOpen} />
      )}
    </>
  )
}
