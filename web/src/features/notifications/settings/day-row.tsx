import { t } from '@lingui/core/macro'
import type { QuietHours } from '@quack/contract'
import { cx } from '../../../ui/cx.ts'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { controlClass } from '../../../ui/form/field.tsx'
import { formatMinute, NIGHT, parseMinute } from './quiet-hours.ts'

type Hours = QuietHours['days'][number]

interface DayRowProps {
  name: string
  /** Null for a day without quiet hours. */
  hours: Hours
  onChange: (hours: Hours) => void
}

const startLabel = (day: string) =>
  t({ message: `${day}, start`, comment: 'When quiet hours begin on a day of the week.' })
const endLabel = (day: string) => t({ message: `${day}, end`, comment: 'When these quiet hours end.' })

/** The quiet hours that begin on one day of the week. */
export function DayRow({ name, hours, onChange }: DayRowProps) {
  return (
    <li className="flex min-h-12 flex-wrap items-center justify-between gap-x-2">
      <Checkbox
        label={name}
        checked={hours !== null}
        onChange={({ target }) => onChange(target.checked ? NIGHT : null)}
      />
      {hours && (
        <div className="ms-auto flex flex-wrap items-center gap-1 py-0.5">
          {(['start', 'end'] as const).map((edge) => (
            <input
              key={edge}
              type="time"
              required
              aria-label={edge === 'start' ? startLabel(name) : endLabel(name)}
              value={formatMinute(hours[edge])}
              onChange={({ target }) => {
                const minute = parseMinute(target.value)
                if (minute !== undefined) onChange({ ...hours, [edge]: minute })
              }}
              // On a phone, a tap opens the picker: its icon only takes space.
              className={cx(
                controlClass,
                'w-24! px-1.5! sm:w-32! sm:px-2! max-sm:[&::-webkit-calendar-picker-indicator]:hidden',
                edge === 'end' && 'order-3',
              )}
            />
          ))}
          <span aria-hidden="true" className="order-2 text-muted">
            –
          </span>
        </div>
      )}
    </li>
  )
}
