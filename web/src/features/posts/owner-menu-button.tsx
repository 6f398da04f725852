import { Ellipsis } from 'lucide-react'
import { useOnDemand } from '../../data/use-on-demand.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { LazyPopup } from '../../ui/lazy-popup.tsx'
import type { OwnerMenuProps } from './owner-menu.tsx'

type OwnerMenuButtonProps = Omit<OwnerMenuProps, 'trigger'> & { label: string }

/** The button of the author's menu of a post or comment. */
export function OwnerMenuButton({ label, ...menu }: OwnerMenuButtonProps) {
  const popup = useOnDemand(() => import('./owner-menu.tsx'))
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
