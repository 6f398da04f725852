import { Check } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'id' | 'type'> {
  label: ReactNode
  /** Whether only assistive technology has the label: a heading says it to the eye, except in a narrow container. */
  hideLabel?: boolean
  error?: string | undefined
}

export function Checkbox({ label, hideLabel = false, error, className, ...input }: CheckboxProps) {
  const id = useId()
  return (
    <div>
      <label className={cx('flex min-h-10 items-center gap-3', hideLabel && '@min-[15rem]:justify-center')}>
        <span className="relative grid shrink-0 place-items-center">
          <input
            type="checkbox"
            {...input}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            className={cx(
              'peer size-5 appearance-none rounded-md border border-edge bg-ground transition-colors disabled:opacity-50',
              'checked:border-accent-solid checked:bg-accent-solid aria-invalid:border-danger',
              className,
            )}
          />
          <Check
            size={16}
            strokeWidth={3}
            aria-hidden="true"
            className="pointer-events-none invisible absolute text-on-solid peer-checked:visible"
          />
        </span>
        <span className={hideLabel ? 'sr-only @max-[15rem]:not-sr-only' : undefined}>{label}</span>
      </label>
      {error && (
        <p id={`${id}-error`} className="text-danger text-meta">
          {error}
        </p>
      )}
    </div>
  )
}
