import { t } from '@lingui/core/macro'
import { Smile } from 'lucide-react'
import { useOnDemand } from '../../../data/code/use-on-demand.ts'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { LazyPopup } from '../../../ui/popup/lazy-popup.tsx'

interface EmojiButtonProps {
  disabled: boolean
  onPick: (emoji: string) => void
}

/** Opens the emoji picker. */
export function EmojiButton({ disabled, onPick }: EmojiButtonProps) {
  const popup = useOnDemand(() => import('./emoji-picker.tsx'))
  const button = (
    <IconButton label={t`Add emoji`} disabled={disabled} tone="accent" isOn>
      <Smile size={20} aria-hidden="true" />
    </IconButton>
  )
  return (
    <LazyPopup popup={popup} kind="dialog" trigger={button}>
      {({ EmojiPicker }, trigger) => <EmojiPicker trigger={trigger} onPick={onPick} />}
    </LazyPopup>
  )
}
