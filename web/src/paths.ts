/** Every address of the web client: nothing else spells one. */
export const paths = {
  home: '/',
  explore: '/explore',
  bookmark: '/bookmark',
  login: '/login',
  signup: '/signup',
  profile: (username: string) => `/profile/${encodeURIComponent(username)}`,
  post: (publicId: string) => `/post-detail/${encodeURIComponent(publicId)}`,
} as const

/** The same as patterns, for the router. */
export const patterns = {
  profile: '/profile/:username',
  post: '/post-detail/:postId',
} as const
