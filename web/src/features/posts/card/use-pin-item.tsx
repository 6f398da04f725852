import { Pin, PinOff } from 'lucide-react'
import { succeeds } from '../../../data/api/error-notifications.ts'
import { useMember } from '../../../data/members/members.ts'
import { pinPost, unpinPost } from '../../../data/posts/post-lists.ts'
import type { LivePost } from '../../../data/posts/posts.ts'
import type { OwnerMenuEntry } from '../../../ui/popup/owner-menu.tsx'
import { toast } from '../../../ui/toast/toast.ts'

/**
 * The menu's entry that pins or unpins an own post.
 * @param isNeeded whether it is shown. It depends on the author's profile, which is not fetched before
 */
export function usePinItem(post: LivePost, isNeeded: boolean): OwnerMenuEntry {
  const pinnedPost = useMember(isNeeded ? post.username : '').data?.pinnedPost
  const isPinned = pinnedPost === post._id
  const Icon = isPinned ? PinOff : Pin

  async function toggle() {
    if (isPinned) await unpinPost(post)
    else await pinPost(post)
    toast.success(isPinned ? 'Post unpinned' : 'Post pinned')
  }
  return {
    icon: <Icon size={18} aria-hidden="true" />,
    label: isPinned ? 'Unpin from profile' : 'Pin to profile',
    disabled: pinnedPost === undefined,
    onSelect: () => void succeeds(toggle),
  }
}
