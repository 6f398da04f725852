import { Menu as Base } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { menuItemClass, menuPopupClass } from './menu-class.ts'

interface MenuProps {
  /** The button that opens it, for example an IconButton. */
  trigger: ReactElement
  /** MenuItem elements. */
  children: ReactNode
}

export function Menu({ trigger, children }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={4} className="z-(--layer-popup) outline-none">
          <Base.Popup className={menuPopupClass}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface MenuItemProps {
  icon: LucideIcon
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ icon: Icon, danger, disabled, onSelect, children }: MenuItemProps) {
  return (
    <Base.Item disabled={disabled} onClick={onSelect} className={cx(menuItemClass, danger && 'text-danger')}>
      <Icon size={18} aria-hidden="true" />
      {children}
    </Base.Item>
  )
}
