import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

/** How it looks at rest, under a hand, and where it is switched on. */
const TONES = {
  plain: { rest: 'text-muted hover:bg-hover hover:text-ink', on: 'text-ink hover:bg-hover' },
  accent: { rest: 'text-muted hover:bg-hover hover:text-accent', on: 'text-accent hover:bg-hover' },
  heart: { rest: 'text-muted hover:bg-hover hover:text-heart', on: 'text-heart hover:bg-hover' },
  /** On the navigation, which is dark in both themes. */
  rail: { rest: 'text-rail-muted hover:bg-rail-hover hover:text-rail-ink', on: 'text-rail-ink hover:bg-rail-hover' },
  /** Over a picture. */
  floating: { rest: 'bg-raised/90 text-ink hover:bg-raised', on: 'bg-raised text-ink' },
}

export interface IconButtonProps extends ComponentProps<'button'> {
  /** What it does, for assistive technology and the tooltip. */
  label: string
  tooltip?: boolean
  tone?: keyof typeof TONES
  /** Has the tone's colour already, as what is switched on does; otherwise a hand over it brings the colour. */
  isOn?: boolean
}

/** A button that is an icon alone: a target of 40 px, a name, a tooltip. `className` places it; its look is the tone's. */
export function IconButton(props: IconButtonProps) {
  const { label, tooltip = true, tone = 'plain', isOn = false, className, children, ...rest } = props
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={tooltip ? label : undefined}
      {...rest}
      className={cx(
        'inline-grid size-10 shrink-0 place-items-center rounded-full transition-colors',
        'disabled:cursor-not-allowed disabled:opacity-50',
        TONES[tone][isOn ? 'on' : 'rest'],
        className,
      )}
    >
      {children}
    </button>
  )
}
