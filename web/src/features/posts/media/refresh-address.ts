import { refreshPost } from '../../../data/posts/posts.ts'

/**
 * Reads a post again of which this picture or video could not be loaded. Addresses of media that not everyone may see
 * expire, so a page that has been open for hours needs new ones. If the address is still the same, nothing is loaded again.
 */
export function refreshAddress(postId: string, url: string): void {
  if (url.startsWith('/media/')) void refreshPost(postId)
}
