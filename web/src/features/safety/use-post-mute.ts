import { t } from '@lingui/core/macro'
import { Bell, BellOff } from 'lucide-react'
import { succeeds } from '../../data/api/error-notifications.ts'
import { setPostMuted, useIsPostMuted } from '../../data/notifications/notification-settings.ts'
import type { OwnerMenuEntry } from '../../ui/popup/owner-menu.tsx'
import { toast } from '../../ui/toast/toast.ts'

/**
 * The menu's entry that mutes the notifications of a post.
 * @param isNeeded whether it is shown. Whether the post is muted is not fetched before
 */
export function usePostMute(postId: string, isNeeded: boolean): OwnerMenuEntry {
  const isMuted = useIsPostMuted(postId, isNeeded)

  async function toggle() {
    await setPostMuted(postId, !isMuted)
    toast.success(isMuted ? t`You will hear of this post again` : t`You will not hear of this post`)
  }
  return {
    icon: isMuted ? Bell : BellOff,
    label: isMuted ? t`Unmute notifications` : t`Mute notifications`,
    disabled: isMuted === undefined,
    onSelect: () => void succeeds(toggle),
  }
}
