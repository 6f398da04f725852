import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'

export interface IconButtonProps extends ComponentProps<'button'> {
  /** The accessible name and the tooltip. */
  label: string
  tooltip?: boolean
  tone?: IconTone
  /** Always has the tone's colour. Otherwise it has it only on hover. */
  isOn?: boolean
}

/**
 * An icon-only button with a target of 40 px or more and a tooltip. `className` is for its position, `tone` for its
 * look.
 */
export function IconButton(props: IconButtonProps) {
  const { label, tooltip = true, tone = 'plain', isOn = false, className, children, ...rest } = props
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={tooltip ? label : undefined}
      {...rest}
      className={iconClass(tone, isOn, className)}
    >
      {children}
    </button>
  )
}

/** The classes at rest with hover, and when switched on. */
const TONES = {
  plain: { rest: 'text-muted hover:bg-hover hover:text-ink', on: 'text-ink hover:bg-hover' },
  accent: { rest: 'text-muted hover:bg-hover hover:text-accent', on: 'text-accent hover:bg-hover' },
  heart: { rest: 'text-muted hover:bg-hover hover:text-heart', on: 'text-heart hover:bg-hover' },
  /** For the navigation, which is dark in both themes. */
  rail: { rest: 'text-rail-muted hover:bg-rail-hover hover:text-rail-ink', on: 'text-rail-ink hover:bg-rail-hover' },
  /** For use over a picture. */
  floating: { rest: 'bg-raised/90 text-ink hover:bg-raised', on: 'bg-raised text-ink' },
}
export type IconTone = keyof typeof TONES

/** The classes of an icon button, also for a link that looks like one. */
export function iconClass(tone: IconTone, isOn = false, extra?: string): string {
  return cx(
    'inline-grid size-10 shrink-0 place-items-center rounded-full transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50',
    TONES[tone][isOn ? 'on' : 'rest'],
    extra,
  )
}
