import { PAGE_PATHS, type PageName } from '@quack/contract/rules/page-paths'
import type { Rolldown } from 'vite'

const MEMBERS = 'src/app/member-screens.ts'
/** The modules that each page runs in addition to the entry. */
const MODULES: Readonly<Record<PageName, readonly string[]>> = {
  home: [MEMBERS],
  explore: [MEMBERS],
  bookmark: [MEMBERS],
  profile: [MEMBERS],
  post: [MEMBERS],
  tag: [MEMBERS, 'src/features/tags/tag-page.tsx'],
  search: [MEMBERS, 'src/features/search/search-page.tsx'],
  whoToFollow: [MEMBERS, 'src/features/feed/who-to-follow-page.tsx'],
  login: ['src/features/sign-in/login-page.tsx'],
  signup: ['src/features/sign-in/sign-up-page.tsx'],
  notifications: [MEMBERS, 'src/features/notifications/notifications-page.tsx'],
  outbox: [MEMBERS, 'src/features/outbox/screens.tsx'],
  settings: [MEMBERS, 'src/features/account/settings-page.tsx'],
  security: [MEMBERS, 'src/features/security/security-page.tsx'],
  notificationSettings: [MEMBERS, 'src/features/notifications/settings/notification-settings-page.tsx'],
  followRequests: [MEMBERS, 'src/features/follows/follow-requests-page.tsx'],
  blockedMembers: [MEMBERS, 'src/features/safety/blocked-members-page.tsx'],
  mutedMembers: [MEMBERS, 'src/features/safety/muted-members-page.tsx'],
  mutedWords: [MEMBERS, 'src/features/safety/muted-words-page.tsx'],
  followedTags: [MEMBERS, 'src/features/tags/followed-tags-page.tsx'],
  moderation: [MEMBERS, 'src/features/moderation/moderation-page.tsx'],
  rules: ['src/features/installation/rules-page.tsx'],
  about: ['src/features/installation/about-page.tsx'],
  resetPassword: ['src/features/account/reset-password-page.tsx'],
  forgot: ['src/features/account/forgot-page.tsx'],
  confirmEmail: ['src/features/account/confirm-email-page.tsx'],
  unsubscribe: ['src/features/account/unsubscribe-page.tsx'],
}

/** The files that each page needs beyond those in index.html. Preloading them avoids waiting for the router. */
export function preloadsOf(bundle: Rolldown.OutputBundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const entry = chunks.find((chunk) => chunk.isEntry)
  const known = entry ? withImports(entry, bundle) : new Set<string>()
  const filesOf = (module: string) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
    if (!chunk) throw new Error(`The build has no file for ${module}, which build/preloads.ts lists.`)
    return [...withImports(chunk, bundle)]
  }
  return Object.fromEntries(
    (Object.entries(MODULES) as [PageName, readonly string[]][]).map(([page, modules]) => [
      PAGE_PATHS[page],
      [...new Set(modules.flatMap(filesOf))].filter((file) => !known.has(file)).map((file) => `/${file}`),
    ]),
  )
}

function withImports(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, found = new Set<string>()) {
  found.add(chunk.fileName)
  for (const name of chunk.imports) {
    const next = bundle[name]
    if (next?.type === 'chunk' && !found.has(name)) withImports(next, bundle, found)
  }
  return found
}
