import { PAGE_PATHS } from '@quack/contract/page-paths'

/** Every address of the web client. No other file spells one out. */
export const paths = {
  ...PAGE_PATHS,
  profile: (username: string) => PAGE_PATHS.profile.replace(':username', encodeURIComponent(username)),
  post: (publicId: string) => PAGE_PATHS.post.replace(':postId', encodeURIComponent(publicId)),
} as const

/** The same addresses as patterns for the router. */
export const patterns = PAGE_PATHS
