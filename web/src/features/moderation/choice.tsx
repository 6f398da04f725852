import { cx } from '../../ui/cx.ts'

interface ChoiceProps<Value extends string> {
  /** The accessible name of the group. */
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** A row of buttons of which one is pressed. */
export function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <fieldset aria-label={label} className="flex flex-wrap gap-1">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={cx(
            'min-h-9 rounded-full border px-4 text-meta transition-colors',
            option.value === value ? 'border-accent font-semibold' : 'border-transparent text-muted hover:bg-hover',
          )}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
