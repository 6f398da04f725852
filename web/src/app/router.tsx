import type { ComponentType } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { loadCode } from '../data/load-code.ts'
import { paths, patterns } from '../paths.ts'
import { MembersOnly, VisitorsOnly } from './guard.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { PageCrash, WholePageCrash } from './page-crash.tsx'
import { pages } from './pages.ts'
import { Root } from './root.tsx'

function lazily(load: () => Promise<ComponentType>) {
  return async () => ({ Component: await loadCode(load) })
}

const memberPages: RouteObject[] = [
  { path: paths.home, lazy: lazily(pages.home) },
  { path: paths.explore, lazy: lazily(pages.explore) },
  { path: paths.bookmark, lazy: lazily(pages.bookmark) },
  { path: patterns.profile, lazy: lazily(pages.profile) },
  { path: patterns.post, lazy: lazily(pages.post) },
  { path: paths.settings, lazy: lazily(pages.settings) },
]

const visitorPages: RouteObject[] = [
  { path: paths.login, lazy: lazily(pages.login) },
  { path: paths.signup, lazy: lazily(pages.signUp) },
]

/** The gallery of the design system, while developing only: a production build drops it. */
const developerPages: RouteObject[] = import.meta.env.DEV
  ? [{ path: '/_ui', lazy: lazily(async () => (await import('../ui/gallery.tsx')).Gallery) }]
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
            children: [{ lazy: lazily(pages.shell), children: [{ ErrorBoundary: PageCrash, children: memberPages }] }],
          },
          { Component: VisitorsOnly, children: visitorPages },
          // For whoever holds the link, signed in or not.
          { path: patterns.resetPassword, lazy: lazily(pages.resetPassword) },
          ...developerPages,
          { path: '*', Component: NotFoundPage },
        ],
      },
    ],
  },
])
