import { useId } from 'react'
import { cx } from '../cx.ts'
import { controlClass } from './field.tsx'

interface ChoiceRowProps<Value extends string> {
  label: string
  /** What it does. */
  hint: string
  options: readonly { readonly value: Value; readonly label: string }[]
  value: Value
  disabled: boolean
  onChange: (value: Value) => void
}

/** A setting with few values, which takes effect at once. */
export function ChoiceRow<Value extends string>(props: ChoiceRowProps<Value>) {
  const { label, hint, options, value, disabled, onChange } = props
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="font-medium">{label}</span>
        <select
          aria-describedby={`${id}-hint`}
          value={value}
          disabled={disabled}
          onChange={({ target }) => {
            const chosen = options.find((option) => option.value === target.value)
            if (chosen) onChange(chosen.value)
          }}
          className={cx(controlClass, 'min-h-10 w-auto! max-w-full bg-ground! text-ink!')}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </label>
      <p id={`${id}-hint`} className="text-muted">
        {hint}
      </p>
    </div>
  )
}
