import { FIRST_SCREEN_POSTS, PICTURE_SIZES, pictureSource } from '@quack/contract/pictures'

interface Post {
  type?: string
  mediaUrl?: string
}

/**
 * Preloads the first picture of a list before its img exists. It must be the file that the img will choose
 * (features/posts/media/post-media.tsx), or it would be fetched twice. The server does this for a single post's page.
 */
export function preloadPicture(posts: readonly Post[]): void {
  const url = posts.slice(0, FIRST_SCREEN_POSTS).find(({ type, mediaUrl }) => type === 'image' && mediaUrl)?.mediaUrl
  if (!url) return
  const { src, srcSet = '' } = pictureSource(url)
  const link = document.createElement('link')
  link.rel = 'preload'
  link.as = 'image'
  link.fetchPriority = 'high'
  link.imageSizes = PICTURE_SIZES
  link.imageSrcset = srcSet
  link.href = src
  document.head.append(link)
}
