/** Lists below the settings. */
export const SAFETY = {
  followRequests: '/settings/follow-requests',
  blockedMembers: '/settings/blocked',
  mutedMembers: '/settings/muted',
  mutedWords: '/settings/words',
} as const

/** They need an installation in which somebody has a role. */
export const MODERATED = { moderation: '/moderation', rules: '/rules', about: '/about' } as const
