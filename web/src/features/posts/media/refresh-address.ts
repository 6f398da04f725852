import { type LivePost, refreshPost } from '../../../data/posts/posts.ts'

/**
 * Reads a post again whose picture or video could not be loaded. Addresses of media that not everyone may see expire, so a
 * page that has been open for hours needs new ones. If the address is still the same, nothing is loaded again.
 */
export function refreshAddress({ _id, mediaUrl }: Pick<LivePost, '_id' | 'mediaUrl'>): void {
  if (mediaUrl.startsWith('/media/')) void refreshPost(_id)
}
