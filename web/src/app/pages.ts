import { whenSettled } from './when-settled.ts'

/** Every screen, loaded when it is first gone to. */
export const pages = {
  home: async () => (await import('../features/feed/home-page.tsx')).HomePage,
  explore: async () => (await import('../features/feed/explore-page.tsx')).ExplorePage,
  bookmark: async () => (await import('../features/bookmarks/bookmark-page.tsx')).BookmarkPage,
  profile: async () => (await import('../features/members/profile-page.tsx')).ProfilePage,
  post: async () => (await import('../features/posts/post-page.tsx')).PostPage,
  settings: async () => (await import('../features/account/settings-page.tsx')).SettingsPage,
  resetPassword: async () => (await import('../features/account/reset-password-page.tsx')).ResetPasswordPage,
  login: async () => (await import('../features/sessions/login-page.tsx')).LoginPage,
  signUp: async () => (await import('../features/sessions/sign-up-page.tsx')).SignUpPage,
  shell: async () => (await import('./shell.tsx')).Shell,
}

export type PageName = keyof typeof pages

/** Fetches screens that are likely next, in the background. A failure shows when one goes there. */
export function preloadWhenSettled(names: readonly PageName[]): () => void {
  return whenSettled(() => {
    for (const name of names) pages[name]().catch(() => undefined)
  })
}
