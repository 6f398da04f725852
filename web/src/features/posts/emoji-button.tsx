import { Smile } from 'lucide-react'
import { useOnDemand } from '../../data/use-on-demand.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { PressOnMount } from '../../ui/press-on-mount.tsx'

interface EmojiButtonProps {
  disabled: boolean
  onPick: (emoji: string) => void
}

/** Opens the emoji picker. */
export function EmojiButton({ disabled, onPick }: EmojiButtonProps) {
  const { module, open, prepare } = useOnDemand(() => import('./emoji-picker.tsx'))
  const look = {
    label: 'Add emoji',
    disabled,
    tone: 'accent',
    isOn: true,
    children: <Smile size={20} aria-hidden="true" />,
  } as const
  if (module) {
    return (
      <PressOnMount>
        <module.EmojiPicker trigger={<IconButton {...look} />} onPick={onPick} />
      </PressOnMount>
    )
  }
  return (
    <IconButton
      {...look}
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={open}
    />
  )
}
