import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import type { OwnerMenuProps } from './owner-menu.tsx'

const load = () => import('./owner-menu.tsx')
const OwnerMenu = lazy(async () => ({ default: (await load()).OwnerMenu }))

type OwnerMenuButtonProps = Omit<OwnerMenuProps, 'trigger'> & { label: string }

/** Three dots for what an author may do. The menu itself is loaded when a hand or the focus comes near. */
export function OwnerMenuButton({ label, ...menu }: OwnerMenuButtonProps) {
  const [isArmed, setArmed] = useState(false)
  const trigger = (
    <IconButton label={label} aria-haspopup="menu">
      <Ellipsis size={18} aria-hidden="true" />
    </IconButton>
  )
  const idle = (
    <IconButton
      label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setArmed(true)}
    >
      <Ellipsis size={18} aria-hidden="true" />
    </IconButton>
  )
  if (!isArmed) return idle
  return (
    <Suspense fallback={trigger}>
      <OwnerMenu trigger={trigger} {...menu} />
    </Suspense>
  )
}
