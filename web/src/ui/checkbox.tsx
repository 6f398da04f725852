import { type ComponentProps, useId } from 'react'
import { cx } from './cx.ts'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'id' | 'type'> {
  label: string
  error?: string | undefined
}

export function Checkbox({ label, error, className, ...input }: CheckboxProps) {
  const id = useId()
  return (
    <div>
      <label className="flex min-h-10 items-center gap-3">
        <input
          type="checkbox"
          {...input}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className={cx('size-4.5 shrink-0 accent-accent-solid', className)}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p id={`${id}-error`} className="text-danger text-meta">
          {error}
        </p>
      )}
    </div>
  )
}
