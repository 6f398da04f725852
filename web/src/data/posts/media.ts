import { useStore } from '../../store.ts'
import { createMemberStore } from '../api/member-state.ts'
import { useReadWarnings } from '../members/members.ts'
import type { Cover } from '../offline/quoted.ts'
import type { LivePost } from './posts.ts'

/** A picture of a post: the first one, or one of the others. */
export type PostPicture = Pick<LivePost, 'alt' | 'media'> & { url: string }

/** What is attached to a post, in its order: pictures, or one video. */
export function picturesOf({
  mediaUrl: url,
  alt,
  media,
  furtherPictures = [],
}: Pick<LivePost, 'mediaUrl' | 'alt' | 'media' | 'furtherPictures'>): PostPicture[] {
  return url === '' ? [] : [{ url, alt, media }, ...furtherPictures]
}

/** The name of a picture. It stays the same when its address changes. */
export function pictureName(postId: string, index: number): string {
  return index === 0 ? postId : `${postId} ${index}`
}

/** Ids of posts made since the page load whose media have no description. Not stored. */
const ids = createMemberStore<ReadonlySet<string>>(new Set())

export function addMissingAlt(id: string): void {
  ids.set(new Set([...ids.get(), id]))
}

export function dismissMissingAlt(id: string): void {
  ids.set(new Set([...ids.get()].filter((entry) => entry !== id)))
}

export function useIsMissingAlt(id: string): boolean {
  return useStore(ids, (missing) => missing.has(id))
}

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
