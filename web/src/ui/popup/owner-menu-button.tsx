import { Ellipsis } from 'lucide-react'
import { IconButton } from '../button/icon-button.tsx'
import { LazyPopup, type PopupCode } from './lazy-popup.tsx'
import type { OwnerMenuProps } from './owner-menu.tsx'

export const loadOwnerMenu = () => import('./owner-menu.tsx')

export interface OwnerMenuButtonProps extends Omit<OwnerMenuProps, 'trigger'> {
  label: string
  /** The code of `loadOwnerMenu`. */
  popup: PopupCode<Awaited<ReturnType<typeof loadOwnerMenu>>>
}

/** The button of the author's menu of a post or comment. */
export function OwnerMenuButton({ label, popup, ...menu }: OwnerMenuButtonProps) {
  const button = (
    <IconButton label={label}>
      <Ellipsis size={18} aria-hidden="true" />
    </IconButton>
  )
  return (
    <LazyPopup popup={popup} kind="menu" trigger={button}>
      {({ OwnerMenu }, trigger) => <OwnerMenu trigger={trigger} {...menu} />}
    </LazyPopup>
  )
}
