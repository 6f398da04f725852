import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

export interface IconButtonProps extends ComponentProps<'button'> {
  /** What it does, for assistive technology and the tooltip. */
  label: string
  tooltip?: boolean
}

/** A button that is an icon alone: a target of 40 px, a name, a tooltip. */
export function IconButton({ label, tooltip = true, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={tooltip ? label : undefined}
      {...rest}
      className={cx(
        'inline-grid size-10 shrink-0 place-items-center rounded-full text-muted transition-colors hover:bg-hover hover:text-ink',
        'disabled:cursor-not-allowed disabled:opacity-50',
        className,
      )}
    >
      {children}
    </button>
  )
}
