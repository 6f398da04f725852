import { t } from '@lingui/core/macro'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { dayOf, withDay } from './search-text.ts'

interface DateFilterProps {
  text: string
  onChange: (text: string) => void
}

/** The operators `after:` and `before:`, with a day each. An empty field removes the operator. */
export function DateFilter({ text, onChange }: DateFilterProps) {
  const [after, setAfter] = useState(dayOf(text, 'after'))
  const [before, setBefore] = useState(dayOf(text, 'before'))

  function submit(event: FormEvent): void {
    event.preventDefault()
    onChange(withDay(withDay(text, 'after', after), 'before', before))
  }

  return (
    <form aria-label={t`Dates`} onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <div className="min-w-32 max-w-44 flex-1">
        <TextField
          label={t({ message: 'After', comment: 'A day' })}
          type="date"
          value={after}
          onChange={({ target }) => setAfter(target.value)}
        />
      </div>
      <div className="min-w-32 max-w-44 flex-1">
        <TextField
          label={t({ message: 'Before', comment: 'A day' })}
          type="date"
          value={before}
          onChange={({ target }) => setBefore(target.value)}
        />
      </div>
      <Button type="submit" variant="secondary" className="min-h-11">
        {t({ message: 'Apply', comment: 'The days between which posts are searched' })}
      </Button>
      <p className="w-full text-meta text-muted">{t`Days are those of UTC.`}</p>
    </form>
  )
}
