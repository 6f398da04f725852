import { t } from '@lingui/core/macro'
import { WARNING_MAX_LENGTH } from '@quack/contract/rules/limits'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Draft } from '../../../data/drafts/drafts.ts'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { isSendKey, keyOf } from '../../../ui/keys.ts'
import type { Composer } from './use-composer.ts'

interface CoverFieldsProps {
  composer: Composer
  cover: NonNullable<Draft['cover']>
}

/** What covers a post until its readers open it: a warning, or the media alone. */
export function CoverFields({ composer, cover }: CoverFieldsProps) {
  const { draft, isSending } = composer
  const field = useRef<HTMLInputElement>(null)
  const hasWarning = Boolean(cover.warning)
  const change = (part: typeof cover) => composer.change({ cover: { ...cover, ...part } })
  useEffect(() => {
    // The button was pressed, which has the focus. It does not come from a text, nor to a draft of before.
    const { current } = field
    if (current?.form?.contains(document.activeElement?.closest('button') ?? null)) current.focus()
  }, [])
  function onKeyDown(event: KeyboardEvent) {
    // It would post what has no text yet.
    if (keyOf(event.nativeEvent) === 'Enter' && !isSendKey(event.nativeEvent)) event.preventDefault()
  }
  return (
    <div className="mb-2 flex flex-col gap-1">
      <TextField
        label={t`Warning`}
        hideLabel
        placeholder={t`Warning: what is it about?`}
        ref={field}
        maxLength={WARNING_MAX_LENGTH}
        value={cover.warning ?? ''}
        readOnly={isSending}
        onChange={({ target }) => change({ warning: target.value })}
        onKeyDown={onKeyDown}
      />
      {draft.attached.length > 0 && (
        <Checkbox
          label={hasWarning ? t`Blur media (a warning always does)` : t`Blur media`}
          checked={hasWarning || cover.sensitive === true}
          disabled={isSending || hasWarning}
          onChange={({ target }) => change({ sensitive: target.checked })}
        />
      )}
    </div>
  )
}
