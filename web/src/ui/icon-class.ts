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
export type IconTone = keyof typeof TONES

/** The look of an icon alone that does something, for a link that looks like a button too: a target of 40 px. */
export function iconClass(tone: IconTone, isOn = false, extra?: string): string {
  return cx(
    'inline-grid size-10 shrink-0 place-items-center rounded-full transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-50',
    TONES[tone][isOn ? 'on' : 'rest'],
    extra,
  )
}
