import { Popover } from '@base-ui/react/popover'
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { ReactElement } from 'react'
import { translate } from '../../../locale/messages.ts'

/** The 23 emoji of the post form, with accessible names. */
export const EMOJI: readonly { text: string; name: MessageDescriptor }[] = [
  { text: '😀', name: msg({ message: 'Grinning face', context: 'emoji' }) },
  { text: '😂', name: msg({ message: 'Tears of joy', context: 'emoji' }) },
  { text: '🥹', name: msg({ message: 'Holding back tears', context: 'emoji' }) },
  { text: '😊', name: msg({ message: 'Smiling face', context: 'emoji' }) },
  { text: '😍', name: msg({ message: 'Heart eyes', context: 'emoji' }) },
  { text: '😘', name: msg({ message: 'Blowing a kiss', context: 'emoji' }) },
  { text: '😎', name: msg({ message: 'Sunglasses', context: 'emoji' }) },
  { text: '🤔', name: msg({ message: 'Thinking', context: 'emoji' }) },
  { text: '😴', name: msg({ message: 'Sleeping', context: 'emoji' }) },
  { text: '😭', name: msg({ message: 'Crying', context: 'emoji' }) },
  { text: '😡', name: msg({ message: 'Angry', context: 'emoji' }) },
  { text: '🤯', name: msg({ message: 'Mind blown', context: 'emoji' }) },
  { text: '🥳', name: msg({ message: 'Partying', context: 'emoji' }) },
  { text: '👍', name: msg({ message: 'Thumbs up', context: 'emoji' }) },
  { text: '👏', name: msg({ message: 'Clapping', context: 'emoji' }) },
  { text: '🙏', name: msg({ message: 'Folded hands', context: 'emoji' }) },
  { text: '💪', name: msg({ message: 'Strong arm', context: 'emoji' }) },
  { text: '❤️', name: msg({ message: 'Red heart', context: 'emoji' }) },
  { text: '🔥', name: msg({ message: 'Fire', context: 'emoji' }) },
  { text: '✨', name: msg({ message: 'Sparkles', context: 'emoji' }) },
  { text: '🎉', name: msg({ message: 'Party popper', context: 'emoji' }) },
  { text: '💯', name: msg({ message: 'Hundred', context: 'emoji' }) },
  { text: '🦆', name: msg({ message: 'Duck', context: 'emoji' }) },
]

interface EmojiPickerProps {
  trigger: ReactElement
  onPick: (emoji: string) => void
}

/** Stays open after a click, so that several emoji can be picked. */
export function EmojiPicker({ trigger, onPick }: EmojiPickerProps) {
  return (
    <Popover.Root>
      <Popover.Trigger render={trigger} />
      <Popover.Portal>
        <Popover.Positioner align="start" sideOffset={4} className="z-(--layer-popup)">
          <Popover.Popup
            aria-label={t`Emoji`}
            className="grid grid-cols-6 rounded-xl border bg-raised p-2 shadow-float outline-none"
          >
            {EMOJI.map(({ text, name }) => (
              <button
                key={text}
                type="button"
                aria-label={translate(name)}
                onClick={() => onPick(text)}
                className="size-10 rounded-lg text-title hover:bg-hover"
              >
                {text}
              </button>
            ))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
