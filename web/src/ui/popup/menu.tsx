import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { menuItemClass, menuPopupClass } from './menu-class.ts'

interface MenuProps {
  /** The button that opens it, for example an IconButton. */
  trigger: ReactElement
  align?: 'start' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** MenuItem elements. */
  children: ReactNode
}

export function Menu({ trigger, align = 'end', open, onOpenChange, children }: MenuProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={4} className="z-(--layer-popup) outline-none">
          <Base.Popup className={menuPopupClass}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface MenuItemProps {
  icon?: ReactNode
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ icon, danger, disabled, onSelect, children }: MenuItemProps) {
  return (
    <Base.Item disabled={disabled} onClick={onSelect} className={cx(menuItemClass, danger && 'text-danger')}>
      {icon}
      {children}
    </Base.Item>
  )
}
