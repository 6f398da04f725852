import { PAGE_PATHS } from '@quack/contract/page-paths'

/** Every address of the web client. No other file spells one out. */
export const paths = {
  ...PAGE_PATHS,
  profile: (username: string) => PAGE_PATHS.profile.replace(':username', encodeURIComponent(username)),
  post: (publicId: string) => PAGE_PATHS.post.replace(':postId', encodeURIComponent(publicId)),
  /** @param key the tag's identity (`tagKey` of the contract), so that each tag has one address */
  tag: (key: string) => PAGE_PATHS.tag.replace(':tag', encodeURIComponent(key)),
} as const

/** The same addresses as patterns for the router. */
export const patterns = PAGE_PATHS
