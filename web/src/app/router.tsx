import type { ComponentType } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { loadCode } from '../data/code/load-code.ts'
import { paths, patterns } from '../paths.ts'
import { MembersOnly, VisitorsOnly } from './guard.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { PageCrash, WholePageCrash } from './page-crash.tsx'
import { Root } from './root.tsx'
import { screens } from './screens.ts'

function lazily(load: () => Promise<ComponentType>) {
  return async () => ({ Component: await loadCode(load) })
}

const memberScreens: RouteObject[] = [
  { path: paths.home, lazy: lazily(screens.home) },
  { path: paths.explore, lazy: lazily(screens.explore) },
  { path: paths.bookmark, lazy: lazily(screens.bookmark) },
  { path: patterns.profile, lazy: lazily(screens.profile) },
  { path: patterns.post, lazy: lazily(screens.post) },
  { path: paths.settings, lazy: lazily(screens.settings) },
]

const visitorScreens: RouteObject[] = [
  { path: paths.login, lazy: lazily(screens.login) },
  { path: paths.signup, lazy: lazily(screens.signUp) },
]

/** The gallery of the design system, in development only. A production build drops it. */
const developerScreens: RouteObject[] = import.meta.env.DEV
  ? [{ path: '/_ui', lazy: lazily(async () => (await import('../ui/gallery/gallery.tsx')).Gallery) }]
  : []

export const router = createBrowserRouter([
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
              { lazy: lazily(screens.shell), children: [{ ErrorBoundary: PageCrash, children: memberScreens }] },
            ],
          },
          { Component: VisitorsOnly, children: visitorScreens },
          // Open to visitors and members.
          { path: patterns.resetPassword, lazy: lazily(screens.resetPassword) },
          ...developerScreens,
          { path: '*', Component: NotFoundPage },
        ],
      },
    ],
  },
])
