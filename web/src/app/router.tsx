import { createBrowserRouter, type RouteObject } from 'react-router'
import { MembersOnly, VisitorsOnly } from './guard.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { PageCrash } from './page-crash.tsx'
import { paths, patterns } from './paths.ts'
import { Root } from './root.tsx'

const memberPages: RouteObject[] = [
  { path: paths.home, lazy: async () => ({ Component: (await import('../features/feed/home-page.tsx')).HomePage }) },
  {
    path: paths.explore,
    lazy: async () => ({ Component: (await import('../features/feed/explore-page.tsx')).ExplorePage }),
  },
  {
    path: paths.bookmark,
    lazy: async () => ({ Component: (await import('../features/bookmarks/bookmark-page.tsx')).BookmarkPage }),
  },
  {
    path: patterns.profile,
    lazy: async () => ({ Component: (await import('../features/members/profile-page.tsx')).ProfilePage }),
  },
  {
    path: patterns.post,
    lazy: async () => ({ Component: (await import('../features/posts/post-page.tsx')).PostPage }),
  },
]

const visitorPages: RouteObject[] = [
  {
    path: paths.login,
    lazy: async () => ({ Component: (await import('../features/sessions/login-page.tsx')).LoginPage }),
  },
  {
    path: paths.signup,
    lazy: async () => ({ Component: (await import('../features/sessions/sign-up-page.tsx')).SignUpPage }),
  },
]

/** The gallery of the design system, while developing only: a production build drops it. */
const developerPages: RouteObject[] = import.meta.env.DEV
  ? [{ path: '/_ui', lazy: async () => ({ Component: (await import('../ui/gallery.tsx')).Gallery }) }]
  : []

export const router = createBrowserRouter([
  {
    Component: Root,
    ErrorBoundary: PageCrash,
    HydrateFallback: () => null,
    children: [
      {
        Component: MembersOnly,
        children: [{ lazy: async () => ({ Component: (await import('./shell.tsx')).Shell }), children: memberPages }],
      },
      { Component: VisitorsOnly, children: visitorPages },
      ...developerPages,
      { path: '*', Component: NotFoundPage },
    ],
  },
])
