import { cx } from '../../ui/cx.ts'

const STATES = {
  off: 'border-edge text-ink',
  on: 'border-accent font-semibold text-accent',
  wrong: 'border-danger font-semibold text-danger',
}

/** The classes of a filter of a search. */
export function chipClass(state: keyof typeof STATES): string {
  return cx(
    'inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full border px-3 text-meta transition-colors hover:bg-hover',
    STATES[state],
  )
}
