import { type ReactNode, useId } from 'react'

export interface FieldProps {
  label: string
  /** Shows the label only to assistive technology. */
  hideLabel?: boolean
  hint?: string | undefined
  error?: string | undefined
}

interface FieldShellProps extends FieldProps {
  id: string
  children: ReactNode
}

/** The attributes that link a control to its label, hint and error: `control` for the control, `id` for FieldShell. */
export function useFieldIds({ hint, error }: FieldProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const control = { id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined }
  return { id, control }
}

export function FieldShell({ id, label, hideLabel, hint, error, children }: FieldShellProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'font-medium text-meta'}>
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-meta text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-danger text-meta">
          {error}
        </p>
      )}
    </div>
  )
}

/** The classes of a text control, without its height. 16 px on touch screens: below that, iOS zooms the page. */
export const controlClass =
  'w-full rounded-lg border border-edge bg-ground px-3 py-2 text-ink pointer-coarse:text-[1rem] transition-colors focus-visible:border-accent focus-visible:outline-offset-0 aria-invalid:border-danger read-only:bg-surface read-only:text-muted disabled:opacity-50'
