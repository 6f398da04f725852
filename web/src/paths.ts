import { PAGES } from '@quack/contract/pages'

/** Every address of the web client: nothing else spells one. */
export const paths = {
  ...PAGES,
  profile: (username: string) => PAGES.profile.replace(':username', encodeURIComponent(username)),
  post: (publicId: string) => PAGES.post.replace(':postId', encodeURIComponent(publicId)),
} as const

/** The same as patterns, for the router. */
export const patterns = PAGES
