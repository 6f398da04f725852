import { useReadWarnings } from '../members/members.ts'
import type { Cover } from '../offline/quoted.ts'
import type { LivePost } from './posts.ts'

/** What of a post is covered: its media, or its text too. */
export function useCovered(
  post: (Cover & Pick<LivePost, 'mediaUrl'> & { card?: LivePost['card'] }) | null,
): 'all' | 'media' | null {
  const reads = useReadWarnings()
  if (!post || reads === 'open') return null
  if (post.warning) return 'all'
  const hasMedia = post.mediaUrl !== '' || post.card?.picture
  return hasMedia && (post.sensitive || reads === 'blur') ? 'media' : null
}
