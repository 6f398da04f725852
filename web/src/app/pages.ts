import { whenSettled } from './when-settled.ts'

const memberPages = () => import('./member-pages.ts')

/** Every screen, loaded when it is first gone to. */
export const pages = {
  shell: async () => (await memberPages()).Shell,
  home: async () => (await memberPages()).HomePage,
  explore: async () => (await memberPages()).ExplorePage,
  bookmark: async () => (await memberPages()).BookmarkPage,
  profile: async () => (await memberPages()).ProfilePage,
  post: async () => (await memberPages()).PostPage,
  settings: async () => (await import('../features/account/settings-page.tsx')).SettingsPage,
  resetPassword: async () => (await import('../features/account/reset-password-page.tsx')).ResetPasswordPage,
  login: async () => (await import('../features/sessions/login-page.tsx')).LoginPage,
  signUp: async () => (await import('../features/sessions/sign-up-page.tsx')).SignUpPage,
}

export type PageName = keyof typeof pages

/** Fetches screens that are likely next, in the background. A failure shows when one goes there. */
export function preloadWhenSettled(names: readonly PageName[]): () => void {
  return whenSettled(() => {
    for (const name of names) pages[name]().catch(() => undefined)
  })
}
