import { Popover } from '@base-ui/react/popover'
import type { ReactElement } from 'react'
import { EMOJI } from './emoji.ts'

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
