import type { PageName } from '@quack/contract/rules/page-paths'
import type { ComponentType } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { loadCode } from '../data/code/load-code.ts'
import { patterns } from '../paths.ts'
import { MembersOnly, VisitorsOnly } from './guard.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { PageCrash, WholePageCrash } from './page-crash.tsx'
import { Root } from './root.tsx'
import { screens } from './screens.ts'

function lazily(load: () => Promise<ComponentType>) {
  return async () => ({ Component: await loadCode(load) })
}

/** Who may open each page. A page that is missing here is a compile error. */
const AUDIENCES = {
  home: 'members',
  explore: 'members',
  bookmark: 'members',
  profile: 'members',
  post: 'members',
  tag: 'members',
  search: 'members',
  whoToFollow: 'members',
  notifications: 'members',
  outbox: 'members',
  settings: 'members',
  security: 'members',
  notificationSettings: 'members',
  followRequests: 'members',
  blockedMembers: 'members',
  mutedMembers: 'members',
  mutedWords: 'members',
  followedTags: 'members',
  moderation: 'members',
  login: 'visitors',
  signup: 'visitors',
  resetPassword: 'everyone',
  forgot: 'everyone',
  confirmEmail: 'everyone',
  unsubscribe: 'everyone',
  rules: 'everyone',
  about: 'everyone',
} as const satisfies Readonly<Record<PageName, 'members' | 'visitors' | 'everyone'>>

function routesFor(audience: (typeof AUDIENCES)[PageName]): RouteObject[] {
  const names = (Object.keys(AUDIENCES) as PageName[]).filter((name) => AUDIENCES[name] === audience)
  return names.map((name) => ({ path: patterns[name], lazy: lazily(screens[name]) }))
}

/** The gallery of the design system, in development only. A production build drops it. */
const developerScreens: RouteObject[] = import.meta.env.DEV
  ? [{ path: '/_ui', lazy: lazily(async () => (await import('../ui/gallery/gallery.tsx')).Gallery) }]
  : []

const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: WholePageCrash,
    children: [
      {
        ErrorBoundary: WholePageCrash,
        children: [
          {
            Component: MembersOnly,
            children: [
              { lazy: lazily(screens.shell), children: [{ ErrorBoundary: PageCrash, children: routesFor('members') }] },
            ],
          },
          { Component: VisitorsOnly, children: routesFor('visitors') },
          ...routesFor('everyone'),
          ...developerScreens,
          { path: '*', Component: NotFoundPage },
        ],
      },
    ],
  },
]

/** Begins to load the screen of the current address. */
export function startRouter() {
  return createBrowserRouter(routes)
}
