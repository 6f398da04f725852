import { ALT_MAX_LENGTH } from '@quack/contract/rules/limits'
import { TextArea } from '../../../ui/form/text-area.tsx'
import type { Attached, Composer } from './use-composer.ts'

interface AltFieldProps {
  each: Attached
  composer: Composer
}

/** The text alternative of attached media. */
export function AltField({ each: { id, type, alt }, composer }: AltFieldProps) {
  const what = type === 'image' ? 'picture' : 'video'
  return (
    <div className="mt-2">
      <TextArea
        label={`Describe this ${what} for those who do not see it`}
        hideLabel
        placeholder={`Describe this ${what} (optional)`}
        rows={1}
        value={alt}
        readOnly={composer.isSending}
        onChange={(event) => composer.describe(id, event.target.value)}
        error={alt.length > ALT_MAX_LENGTH ? `A description has at most ${ALT_MAX_LENGTH} characters.` : undefined}
      />
    </div>
  )
}
