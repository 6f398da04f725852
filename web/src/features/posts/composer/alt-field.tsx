import { plural, t } from '@lingui/core/macro'
import { ALT_MAX_LENGTH } from '@quack/contract/rules/limits'
import { TextArea } from '../../../ui/form/text-area.tsx'
import type { Attached, Composer } from './use-composer.ts'

interface AltFieldProps {
  each: Attached
  composer: Composer
}

/** The text alternative of attached media. */
export function AltField({ each: { id, type, alt }, composer }: AltFieldProps) {
  const isPicture = type === 'image'
  return (
    <div className="mt-2">
      <TextArea
        label={
          isPicture
            ? t`Describe this picture for those who do not see it`
            : t`Describe this video for those who do not see it`
        }
        hideLabel
        placeholder={isPicture ? t`Describe this picture (optional)` : t`Describe this video (optional)`}
        rows={1}
        value={alt}
        readOnly={composer.isSending}
        onChange={(event) => composer.describe(id, event.target.value)}
        error={problemOf(alt)}
      />
    </div>
  )
}

function problemOf(alt: string): string | undefined {
  if (alt.length <= ALT_MAX_LENGTH) return undefined
  return plural({ max: ALT_MAX_LENGTH }, { other: `A description has at most ${{ max: ALT_MAX_LENGTH }} characters.` })
}
