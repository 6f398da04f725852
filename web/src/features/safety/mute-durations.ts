import type { MUTE_DURATIONS } from '@quack/contract/rules/limits'
import { formatDateTime } from '../../ui/text/format-age.ts'

type Duration = keyof typeof MUTE_DURATIONS

const LABELS: Readonly<Record<Duration, string>> = {
  hour: 'For an hour',
  day: 'For a day',
  week: 'For a week',
  always: 'Permanently',
}

export const DURATIONS = (Object.keys(LABELS) as Duration[]).map((value) => ({ value, label: LABELS[value] }))

/** The duration that is chosen in a form. */
export function readDuration(form: HTMLFormElement): Duration {
  const chosen = new FormData(form).get('duration')
  return DURATIONS.find(({ value }) => value === chosen)?.value ?? 'always'
}

/** Until when a mute lasts, as the end of a sentence. */
export function untilText(endsAt: string | null): string {
  return endsAt === null ? 'permanently' : `until ${formatDateTime(new Date(endsAt))}`
}
