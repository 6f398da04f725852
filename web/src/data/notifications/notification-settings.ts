import type { NotificationKind, NotificationSettings } from '@quack/contract'
import { useQuery } from '@tanstack/react-query'
import { useStore } from '../../store.ts'
import { call } from '../api/api.ts'
import { queryClient } from '../cache/query-client.ts'
import { queryKeys } from '../cache/query-keys.ts'
import type { SettingsChange } from '../offline/outbox-entry.ts'
import { pendingTap, pendingTaps, pendingTargets, tap } from '../outbox/pending.ts'
import { shownTap } from '../outbox/shown-taps.ts'

/**
 * One setting: what a kind does, when the quiet hours are, whether push messages have a text, or how often a mail
 * comes.
 */
type Part = NotificationKind | 'quietHours' | 'pushText' | 'digest'
type Change = (settings: NotificationSettings) => NotificationSettings

const queryKey = queryKeys.notificationSettings

/** The viewer's settings, with the changes that the server does not have yet. */
function withChanges(settings: NotificationSettings): NotificationSettings {
  return pendingTargets('setting').reduce(
    (known, part) => withChange(known, (pendingTap('setting', part) ?? {}) as SettingsChange),
    settings,
  )
}

function withChange({ kinds, ...others }: NotificationSettings, change: SettingsChange): NotificationSettings {
  return { ...others, ...change, kinds: { ...kinds, ...change.kinds } } as NotificationSettings
}

export const SETTING_TAPS = { setting: shownTap<NotificationSettings, SettingsChange>(withChange) }

/** The viewer's settings. Fetched on every mount: another device may have changed them. */
export function useNotificationSettings() {
  const found = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET /api/notifications/settings', {}, { signal }),
    staleTime: 0,
  })
  useStore(pendingTaps)
  return { ...found, data: found.data && withChanges(found.data) }
}

/** The server has these settings now. */
export function showSettings(change: SettingsChange): void {
  // A read that was sent before would hide the change.
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData<NotificationSettings>(queryKey, (known) => known && withChange(known, change))
}

/** What is sent for a part: what is not sent stays as it is. */
function bodyOf(part: Part, { kinds, quietHours, pushText, digest }: NotificationSettings) {
  if (part === 'quietHours') return { quietHours }
  if (part === 'digest') return { digest }
  return part === 'pushText' ? { pushText } : { kinds: { [part]: kinds[part] } }
}

/** Shows a changed setting at once, and saves it. A refusal takes it back and is reported. */
export function changeSettings(part: Part, change: Change): void {
  const saved = queryClient.getQueryData<NotificationSettings>(queryKey)
  if (!saved) return
  const body = bodyOf(part, change(withChanges(saved)))
  tap<typeof SETTING_TAPS>({ kind: 'setting', target: part, body, basedOn: bodyOf(part, saved), subject: null })
}

/** Whether the viewer has muted the notifications of a post. Undefined until that is known. */
export function useIsPostMuted(postId: string, isNeeded: boolean): boolean | undefined {
  return useQuery({
    queryKey: queryKeys.postMute(postId),
    queryFn: async ({ signal }) =>
      (await call('GET /api/posts/:postId/mute', { params: { postId } }, { signal })).muted,
    enabled: isNeeded,
    staleTime: 0,
  }).data
}

export async function setPostMuted(postId: string, isMuted: boolean): Promise<void> {
  const input = { params: { postId } }
  const { muted } = isMuted
    ? await call('POST /api/posts/mute/:postId', input)
    : await call('POST /api/posts/unmute/:postId', input)
  queryClient.setQueryData(queryKeys.postMute(postId), muted)
}
