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
