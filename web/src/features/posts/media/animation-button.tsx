import { t } from '@lingui/core/macro'
import { Pause, Play } from 'lucide-react'
import { IconButton } from '../../../ui/button/icon-button.tsx'

interface AnimationButtonProps {
  isStill: boolean
  onToggle: () => void
  /** Whether it lies beside the picture, not on it. */
  isApart?: boolean
}

/** Stops a picture that moves, and starts it again. */
export function AnimationButton({ isStill, onToggle, isApart = false }: AnimationButtonProps) {
  const Icon = isStill ? Play : Pause
  return (
    <IconButton
      label={isStill ? t`Play animation` : t`Stop animation`}
      onClick={onToggle}
      {...(isApart ? {} : { tone: 'floating', className: 'absolute end-2 bottom-2 size-11' })}
    >
      <Icon size={isApart ? 18 : 20} fill="currentColor" aria-hidden="true" />
    </IconButton>
  )
}
