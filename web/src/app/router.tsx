import { OPEN_PAGES, type PageAudience, type PageName } from '@quack/contract/rules/page-paths'
import type { ComponentType } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { loadCode } from '../data/code/load-code.ts'
import { patterns } from '../paths.ts'
import { MembersOnly, VisitorsOnly } from './guard.tsx'
import { NotFoundPage, PageCrash, WholePageCrash } from './page-crash.tsx'
import { Root } from './root.tsx'
import { screens } from './screens.ts'

function lazily(load: () => Promise<ComponentType>) {
  return async () => ({ Component: await loadCode(load) })
}

function routesFor(audience: PageAudience): RouteObject[] {
  const names = (Object.keys(patterns) as PageName[]).filter((name) => (OPEN_PAGES[name] ?? 'members') === audience)
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
