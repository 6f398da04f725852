import type { NotificationKind, NotificationSettings } from '@quack/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/api.ts'
import { reportFailure } from '../api/error-notifications.ts'
import { queryClient } from '../cache/query-client.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { createToggleQueue } from '../cache/toggle-queue.ts'

/** One setting: what a kind does, when the quiet hours are, whether push messages have a text, or how often a mail comes. */
type Part = NotificationKind | 'quietHours' | 'pushText' | 'digest'
type Change = (settings: NotificationSettings) => NotificationSettings

const queryKey = queryKeys.notificationSettings

/** The viewer's settings. Fetched on every mount: another device may have changed them. */
export function useNotificationSettings() {
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET /api/notifications/settings', {}, { signal }),
    staleTime: 0,
  })
}

function show(settings: NotificationSettings): void {
  queryClient.setQueryData<NotificationSettings>(queryKey, settings)
}

/** The settings with one part of others. */
function withPart(part: Part, from: NotificationSettings): Change {
  if (part === 'quietHours') return (known) => ({ ...known, quietHours: from.quietHours })
  if (part === 'pushText') return (known) => ({ ...known, pushText: from.pushText })
  if (part === 'digest') return (known) => ({ ...known, digest: from.digest })
  return (known) => ({ ...known, kinds: { ...known.kinds, [part]: from.kinds[part] } })
}

/** What is sent for a part: what is not sent stays as it is. */
function bodyOf(part: Part, { kinds, quietHours, pushText, digest }: NotificationSettings) {
  if (part === 'quietHours') return { quietHours }
  if (part === 'digest') return { digest }
  return part === 'pushText' ? { pushText } : { kinds: { [part]: kinds[part] } }
}

const queue = createToggleQueue<Part, NotificationSettings>({
  keyOf: (part) => part,
  show(part, settings) {
    const known = queryClient.getQueryData<NotificationSettings>(queryKey)
    if (known) show(withPart(part, settings)(known))
  },
  async send(part, settings) {
    await call('POST /api/notifications/settings', { body: bodyOf(part, settings) })
  },
  isAlready: () => false,
  onRefused: reportFailure,
})

/** Shows a changed setting at once, and saves it. A refusal takes it back and is reported. */
export function changeSettings(part: Part, change: Change): void {
  const current = queryClient.getQueryData<NotificationSettings>(queryKey)
  if (!current) return
  // A read that was sent before would hide the change.
  void queryClient.cancelQueries({ queryKey })
  void queue.set(part, current, change(current))
}
