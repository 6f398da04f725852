import { useId } from 'react'

interface RadioGroupProps {
  label: string
  name: string
  options: readonly { value: string; label: string; hint?: string }[]
  defaultValue?: string
  error?: string | undefined
}

/** One choice of several, all of them visible. */
export function RadioGroup({ label, name, options, defaultValue, error }: RadioGroupProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="flex flex-col gap-1">
      <legend className="mb-1 font-medium text-meta">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="flex min-h-10 items-start gap-3 rounded-lg px-2 py-2 hover:bg-hover">
          <input
            type="radio"
            name={name}
            value={option.value}
            defaultChecked={option.value === defaultValue}
            className="mt-0.5 size-4.5 shrink-0 accent-(--accent-solid)"
          />
          <span className="min-w-0">
            {/* They may be an operator's, in another language. */}
            <span className="wrap-anywhere block">
              <bdi>{option.label}</bdi>
            </span>
            {option.hint && (
              <span className="wrap-anywhere block text-meta text-muted">
                <bdi>{option.hint}</bdi>
              </span>
            )}
          </span>
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} className="text-danger text-meta">
          {error}
        </p>
      )}
    </fieldset>
  )
}
