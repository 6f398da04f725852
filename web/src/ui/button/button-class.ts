import { cx } from '../cx.ts'

export interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | undefined
  size?: 'small' | 'medium' | undefined
  /** Full width. */
  block?: boolean | undefined
}

const VARIANTS = {
  primary: 'bg-accent-solid text-on-solid hover:bg-accent-solid-hover',
  secondary: 'border border-edge text-ink hover:bg-hover',
  ghost: 'text-ink hover:bg-hover',
  danger: 'bg-danger-solid text-on-solid hover:bg-danger-solid-hover',
}

const SIZES = {
  small: 'min-h-8 px-4 text-meta',
  medium: 'min-h-10 px-5 text-body',
}

/** The classes of a button, also for a link that looks like one. */
export function buttonClass({ variant = 'primary', size = 'medium', block }: ButtonLook, extra?: string): string {
  return cx(
    'relative inline-flex select-none items-center justify-center gap-2 rounded-full font-semibold transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-progress',
    VARIANTS[variant],
    SIZES[size],
    block && 'w-full',
    extra,
  )
}

/** A link within text. Underlined, because colour must not be the only difference from the text. */
export const linkClass = 'font-semibold text-accent underline underline-offset-3 hover:no-underline'
