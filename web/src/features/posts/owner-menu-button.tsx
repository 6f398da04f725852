import { Ellipsis } from 'lucide-react'
import { useOnDemand } from '../../data/use-on-demand.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { PressOnMount } from '../../ui/press-on-mount.tsx'
import type { OwnerMenuProps } from './owner-menu.tsx'

type OwnerMenuButtonProps = Omit<OwnerMenuProps, 'trigger'> & { label: string }

/** The button of the author's menu of a post or comment. */
export function OwnerMenuButton({ label, ...menu }: OwnerMenuButtonProps) {
  const { module, open, prepare } = useOnDemand(() => import('./owner-menu.tsx'))
  const dots = <Ellipsis size={18} aria-hidden="true" />
  if (module) {
    return (
      <PressOnMount>
        <module.OwnerMenu trigger={<IconButton label={label}>{dots}</IconButton>} {...menu} />
      </PressOnMount>
    )
  }
  return (
    <IconButton
      label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={open}
    >
      {dots}
    </IconButton>
  )
}
