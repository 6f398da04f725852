import { t } from '@lingui/core/macro'
import { UserRoundMinus } from 'lucide-react'
import type { ReactElement } from 'react'
import { Menu, MenuItem } from '../../ui/popup/menu.tsx'

interface FollowerMenuPopupProps {
  trigger: ReactElement
  onRemove: () => void
}

export function FollowerMenuPopup({ trigger, onRemove }: FollowerMenuPopupProps) {
  return (
    <Menu trigger={trigger}>
      <MenuItem icon={UserRoundMinus} danger onSelect={onRemove}>
        {t`Remove follower…`}
      </MenuItem>
    </Menu>
  )
}
