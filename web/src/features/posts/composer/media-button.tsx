import { t } from '@lingui/core/macro'
import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../../../ui/button/icon-button.tsx'

interface MediaButtonProps {
  disabled: boolean
  onPick: (files: Iterable<File>) => void
}

/** Opens the file picker for pictures or a video. */
export function MediaButton({ disabled, onPick }: MediaButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton
        label={t`Add a picture or video`}
        disabled={disabled}
        onClick={() => input.current?.click()}
        tone="accent"
        isOn
        className="-ms-2.5"
      >
        <ImagePlus size={20} aria-hidden="true" />
      </IconButton>
      <input
        ref={input}
        type="file"
        accept="image/*,video/*"
        multiple
        hidden
        aria-label={t`Picture or video`}
        onChange={(event) => {
          onPick([...(event.target.files ?? [])])
          // Reset, so that picking the same file again is a change, for example after it was removed.
          event.target.value = ''
        }}
      />
    </>
  )
}
