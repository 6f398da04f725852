import { cx } from '../cx.ts'

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
    'disabled:cursor-not-allowed disabled:opacity-50',
    TONES[tone][isOn ? 'on' : 'rest'],
    extra,
  )
}
