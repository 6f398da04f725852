import { FIRST_SCREEN_POSTS, PICTURE_SIZES, pictureSource, REDUCED_MOTION } from '@quack/contract/rules/pictures'

interface Post {
  type?: string
  mediaUrl?: string
  media?: { animated?: boolean } | null
}

/**
 * Preloads the first picture of a list before its img exists. It must be the file that the img will choose
 * (features/posts/media/post-media.tsx), or it would be fetched twice. The server does this for a single post's page.
 */
export function preloadPicture(posts: readonly Post[]): void {
  const post = posts.slice(0, FIRST_SCREEN_POSTS).find(({ type, mediaUrl }) => type === 'image' && mediaUrl)
  if (!post?.mediaUrl) return
  const isStill = post.media?.animated === true && matchMedia(REDUCED_MOTION).matches
  const { src, srcSet = '' } = pictureSource(post.mediaUrl, isStill)
  const link = document.createElement('link')
  link.rel = 'preload'
  link.as = 'image'
  link.fetchPriority = 'high'
  link.imageSizes = PICTURE_SIZES
  link.imageSrcset = srcSet
  link.href = src
  document.head.append(link)
}
