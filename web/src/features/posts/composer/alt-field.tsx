import { ALT_MAX_LENGTH } from '@quack/contract/rules/limits'
import { TextArea } from '../../../ui/form/text-area.tsx'

interface AltFieldProps {
  type: 'image' | 'video'
  value: string
  readOnly: boolean
  onChange: (alt: string) => void
}

/** The text alternative of attached media. */
export function AltField({ type, value, readOnly, onChange }: AltFieldProps) {
  const what = type === 'image' ? 'picture' : 'video'
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
