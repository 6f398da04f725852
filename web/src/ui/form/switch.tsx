import { type ComponentProps, useId } from 'react'

interface SwitchProps extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'role'> {
  label: string
  /** What it does. */
  hint: string
}

/** A setting that is on or off, and takes effect at once. */
export function Switch({ label, hint, ...input }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label className="flex min-h-10 items-center justify-between gap-4 has-disabled:cursor-not-allowed">
        <span className="font-medium">{label}</span>
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox has its state
          role="switch"
          aria-describedby={`${id}-hint`}
          {...input}
          className="relative h-6 w-11 shrink-0 appearance-none rounded-full border border-edge bg-ground transition-colors before:absolute before:inset-y-0.5 before:start-0.5 before:aspect-square before:rounded-full before:bg-edge before:transition-transform checked:border-accent-solid checked:bg-accent-solid checked:before:translate-x-5 rtl:checked:before:-translate-x-5 checked:before:bg-on-solid disabled:cursor-not-allowed disabled:opacity-50"
        />
      </label>
      <p id={`${id}-hint`} className="text-muted">
        {hint}
      </p>
    </div>
  )
}
