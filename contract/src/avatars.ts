/** Pictures that come with Quack, drawn by tools/demo-assets. The first three are the default avatars of new members. */
export const DEFAULT_AVATARS = ['/avatars/duck-1.webp', '/avatars/duck-2.webp', '/avatars/duck-3.webp'] as const

/** The choices of the Edit Profile grid. */
export const PRESET_AVATARS: readonly { url: string }[] = [
  ...DEFAULT_AVATARS,
  ...Array.from({ length: 9 }, (_, index) => `/avatars/preset-${index + 1}.webp`),
].map((url) => ({ url }))
