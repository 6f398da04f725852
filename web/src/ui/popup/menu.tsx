import { Menu as Base } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { cx } from '../cx.ts'

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

/** The shared classes of menus. */
export const menuPopupClass =
  'max-h-(--available-height) min-w-44 origin-(--transform-origin) overflow-y-auto rounded-xl border bg-raised py-1 shadow-float outline-none transition-[opacity,scale] duration-120 data-ending-style:scale-95 data-ending-style:opacity-0 data-starting-style:scale-95 data-starting-style:opacity-0'

export const menuItemClass =
  'flex min-h-10 cursor-default select-none items-center gap-3 px-4 text-body outline-none data-disabled:opacity-50 data-highlighted:bg-hover'
