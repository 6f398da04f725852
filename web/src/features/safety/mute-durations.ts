import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { MUTE_DURATIONS } from '@quack/contract/rules/limits'
import { translate } from '../../locale/messages.ts'
import { formatDateTime } from '../../ui/text/format-age.ts'

type Duration = keyof typeof MUTE_DURATIONS

const LABELS: Readonly<Record<Duration, MessageDescriptor>> = {
  hour: msg({ message: 'For an hour', comment: 'How long something is muted' }),
  day: msg({ message: 'For a day', comment: 'How long something is muted' }),
  week: msg({ message: 'For a week', comment: 'How long something is muted' }),
  always: msg({ message: 'Permanently', comment: 'How long something is muted' }),
}

export const DURATIONS = Object.keys(LABELS) as Duration[]

/** For a form. */
export const listDurations = () => DURATIONS.map((value) => ({ value, label: translate(LABELS[value]) }))

/** The duration that is chosen in a form. */
export function readDuration(form: HTMLFormElement): Duration {
  const chosen = new FormData(form).get('duration')
  return DURATIONS.find((value) => value === chosen) ?? 'always'
}

/** When a mute ends, as a text; null if it does not. */
export function endText(endsAt: string | null): string | null {
  return endsAt === null ? null : formatDateTime(new Date(endsAt))
}
