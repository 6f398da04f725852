import { PAGES } from '@quack/contract/pages'

/** Every address of the web client. No other file spells one out. */
export const paths = {
  ...PAGES,
  profile: (username: string) => PAGES.profile.replace(':username', encodeURIComponent(username)),
  post: (publicId: string) => PAGES.post.replace(':postId', encodeURIComponent(publicId)),
} as const

/** The same addresses as patterns for the router. */
export const patterns = PAGES
