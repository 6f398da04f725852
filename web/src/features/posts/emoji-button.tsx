import { Smile } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'

const load = () => import('./emoji-picker.tsx')
const EmojiPicker = lazy(async () => ({ default: (await load()).EmojiPicker }))

interface EmojiButtonProps {
  disabled: boolean
  onPick: (emoji: string) => void
}

/** Opens the emoji; they are loaded when a hand or the focus comes near. */
export function EmojiButton({ disabled, onPick }: EmojiButtonProps) {
  const [isArmed, setArmed] = useState(false)
  const trigger = (
    <IconButton label="Add emoji" disabled={disabled} className="text-accent!">
      <Smile size={20} aria-hidden="true" />
    </IconButton>
  )
  if (isArmed) {
    return (
      <Suspense fallback={trigger}>
        <EmojiPicker trigger={trigger} onPick={onPick} />
      </Suspense>
    )
  }
  return (
    <IconButton
      label="Add emoji"
      disabled={disabled}
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setArmed(true)}
      className="text-accent!"
    >
      <Smile size={20} aria-hidden="true" />
    </IconButton>
  )
}
