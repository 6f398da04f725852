import { Popover } from '@base-ui/react/popover'
import type { ReactElement } from 'react'

/** The 23 emoji of the post form, with accessible names. */
export const EMOJI: readonly { text: string; name: string }[] = [
  { text: '😀', name: 'Grinning face' },
  { text: '😂', name: 'Tears of joy' },
  { text: '🥹', name: 'Holding back tears' },
  { text: '😊', name: 'Smiling face' },
  { text: '😍', name: 'Heart eyes' },
  { text: '😘', name: 'Blowing a kiss' },
  { text: '😎', name: 'Sunglasses' },
  { text: '🤔', name: 'Thinking' },
  { text: '😴', name: 'Sleeping' },
  { text: '😭', name: 'Crying' },
  { text: '😡', name: 'Angry' },
  { text: '🤯', name: 'Mind blown' },
  { text: '🥳', name: 'Partying' },
  { text: '👍', name: 'Thumbs up' },
  { text: '👏', name: 'Clapping' },
  { text: '🙏', name: 'Folded hands' },
  { text: '💪', name: 'Strong arm' },
  { text: '❤️', name: 'Red heart' },
  { text: '🔥', name: 'Fire' },
  { text: '✨', name: 'Sparkles' },
  { text: '🎉', name: 'Party popper' },
  { text: '💯', name: 'Hundred' },
  { text: '🦆', name: 'Duck' },
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
            aria-label="Emoji"
            className="grid grid-cols-6 rounded-xl border bg-raised p-2 shadow-float outline-none"
          >
            {EMOJI.map(({ text, name }) => (
              <button
                key={text}
                type="button"
                aria-label={name}
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
