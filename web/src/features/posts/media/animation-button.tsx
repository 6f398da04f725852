import { Pause, Play } from 'lucide-react'
import { IconButton } from '../../../ui/button/icon-button.tsx'

interface AnimationButtonProps {
  isStill: boolean
  onToggle: () => void
}

/** Stops a picture that moves, and starts it again. Lies on the picture. */
export function AnimationButton({ isStill, onToggle }: AnimationButtonProps) {
  const Icon = isStill ? Play : Pause
  return (
    <IconButton
      label={isStill ? 'Play animation' : 'Stop animation'}
      onClick={onToggle}
      tone="floating"
      className="absolute end-2 bottom-2 size-11"
    >
      <Icon size={20} fill="currentColor" aria-hidden="true" />
    </IconButton>
  )
}
