import type { PageName } from '@quack/contract/rules/page-paths'
import type { ComponentType } from 'react'
import { whenSettled } from '../data/code/when-settled.ts'

const memberScreens = () => import('./member-screens.ts')

/**
 * The screen of every page, loaded on the first visit. A page that is missing here is a compile error. The build reads
 * which modules are imported here (build/preloads.ts).
 */
export const screens = {
  shell: async () => (await memberScreens()).Shell,
  home: async () => (await memberScreens()).HomePage,
  explore: async () => (await memberScreens()).ExplorePage,
  bookmark: async () => (await memberScreens()).BookmarkPage,
  profile: async () => (await memberScreens()).ProfilePage,
  post: async () => (await memberScreens()).PostPage,
  branch: async () => (await memberScreens()).PostPage,
  quotes: async () => {
    const [{ PostList }, { quotesPage }] = await Promise.all([
      memberScreens(),
      import('../features/posts/quotes-page.tsx'),
    ])
    return quotesPage(PostList)
  },
  tag: async () => {
    const [{ PostList }, { tagPage }] = await Promise.all([memberScreens(), import('../features/tags/tag-page.tsx')])
    return tagPage(PostList)
  },
  search: async () => {
    const [{ PostList, SearchField }, { searchPage }] = await Promise.all([
      memberScreens(),
      import('../features/search/search-page.tsx'),
    ])
    return searchPage(PostList, SearchField)
  },
  whoToFollow: async () => (await import('../features/feed/who-to-follow-page.tsx')).WhoToFollowPage,
  notifications: async () => (await import('../features/notifications/notifications-page.tsx')).NotificationsPage,
  outbox: async () => (await import('../features/outbox/screens.tsx')).OutboxPage,
  settings: async () => {
    const [{ UnsentOnDevice }, { settingsPage }] = await Promise.all([
      memberScreens().then(({ loadUnsentOnDevice }) => loadUnsentOnDevice()),
      import('../features/account/settings-page.tsx'),
    ])
    return settingsPage(UnsentOnDevice)
  },
  security: async () => (await import('../features/security/security-page.tsx')).SecurityPage,
  notificationSettings: async () =>
    (await import('../features/notifications/settings/notification-settings-page.tsx')).NotificationSettingsPage,
  followRequests: async () => (await import('../features/follows/follow-requests-page.tsx')).FollowRequestsPage,
  blockedMembers: async () => (await import('../features/safety/blocked-members-page.tsx')).BlockedMembersPage,
  mutedMembers: async () => (await import('../features/safety/muted-members-page.tsx')).MutedMembersPage,
  mutedWords: async () => (await import('../features/safety/muted-words-page.tsx')).MutedWordsPage,
  followedTags: async () => (await import('../features/tags/followed-tags-page.tsx')).FollowedTagsPage,
  resetPassword: async () => (await import('../features/account/reset-password-page.tsx')).ResetPasswordPage,
  forgot: async () => (await import('../features/account/forgot-page.tsx')).ForgotPage,
  confirmEmail: async () => (await import('../features/account/confirm-email-page.tsx')).ConfirmEmailPage,
  unsubscribe: async () => (await import('../features/account/unsubscribe-page.tsx')).UnsubscribePage,
  moderation: async () => (await import('../features/moderation/moderation-page.tsx')).ModerationPage,
  rules: async () => (await import('../features/installation/public-pages.tsx')).RulesPage,
  about: async () => (await import('../features/installation/public-pages.tsx')).AboutPage,
  login: async () => (await import('../features/sign-in/login-page.tsx')).LoginPage,
  signup: async () => (await import('../features/sign-in/sign-up-page.tsx')).SignUpPage,
} satisfies Readonly<Record<PageName | 'shell', () => Promise<ComponentType>>>

export type ScreenName = keyof typeof screens

/** Preloads screens that are likely next. A failure is ignored: the visit itself will report it. */
export function preloadWhenSettled(names: readonly ScreenName[]): () => void {
  return whenSettled(() => {
    for (const name of names) screens[name]().catch(() => undefined)
  })
}
