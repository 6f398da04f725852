import { ALT_MAX_LENGTH } from '@quack/contract/limits'
import type { DraftMedia } from '../../../data/drafts/drafts.ts'
import { TextArea } from '../../../ui/form/text-area.tsx'

interface AltFieldProps {
  media: DraftMedia
  value: string
  readOnly: boolean
  onChange: (alt: string) => void
}

/** The text alternative of attached media. */
export function AltField({ media, value, readOnly, onChange }: AltFieldProps) {
  const what = media.type === 'image' ? 'picture' : 'video'
  return (
    <div className="mt-2">
      <TextArea
        label={`Describe this ${what} for those who do not see it`}
        hideLabel
        placeholder={`Describe this ${what} (optional)`}
        rows={1}
        value={value}
        readOnly={readOnly}
        onChange={(event) => onChange(event.target.value)}
        error={value.length > ALT_MAX_LENGTH ? `A description has at most ${ALT_MAX_LENGTH} characters.` : undefined}
      />
    </div>
  )
}
