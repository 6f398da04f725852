/**
 * Pictures that come with Quack. The first three are the default avatars of new members. The ducks are our own; faces
 * and creatures are of DiceBear's styles "Open Peeps" by Pablo Stanley and "Clay", both CC0 1.0.
 */
export const DEFAULT_AVATARS = ['/avatars/duck-1.webp', '/avatars/duck-2.webp', '/avatars/duck-3.webp'] as const

/** The choices of the Edit Profile grid. */
export const PRESET_AVATARS: readonly { url: string }[] = [
  ...DEFAULT_AVATARS,
  ...Array.from({ length: 9 }, (_, index) => `/avatars/preset-${index + 1}.webp`),
].map((url) => ({ url }))
