import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useSession } from '../data/api/session.ts'
import { useOnDemand } from '../data/code/use-on-demand.ts'
import { useViewer } from '../data/members/members.ts'
import { useUnread } from '../data/notifications/unread.ts'
import { provideScreens } from '../data/outbox/screens.ts'
import { WhoToFollow } from '../features/follows/who-to-follow.tsx'
import { SearchField } from '../features/search/search-field.tsx'
import { useLogOut } from '../features/sign-in/use-log-out.ts'
import { TrendingBeside } from '../features/tags/trending.tsx'
import { adoptLocale } from '../locale/locale.ts'
import { paths } from '../paths.ts'
import { cx } from '../ui/cx.ts'
import { MAIN_ID } from '../ui/focus.ts'
import { setTitleCount } from '../ui/page-header.tsx'
import { HAS_ASIDE, useMediaQuery } from '../ui/use-viewport.ts'
import { ConfirmationHost } from './confirmation-host.tsx'
import { AccountNotice, DecisionNotice } from './notices.tsx'
import { BottomBar, TopBar } from './phone-bars.tsx'
import { Rail } from './rail.tsx'
import { startOutboxHere, startUpdates, useLive } from './start-background.ts'
import { useComposeAddress } from './use-compose-address.ts'
import { useKeys } from './use-keys.tsx'

// Here, not at the start: what shows the outbox shares code with the members' screens, which the login does not load.
provideScreens(() => import('../features/outbox/screens.tsx'))
startOutboxHere()
startUpdates()

/** The frame of every screen for members: navigation, page and, from 1024 px, an aside. Moderation takes its place. */
export function Shell() {
  const username = useSession()?.username ?? ''
  useLive()
  const keys = useKeys()
  const unread = useUnread()
  useEffect(() => setTitleCount(unread), [unread])
  const viewer = useViewer()
  // A copy may be of before the last choice.
  const locale = viewer && viewer.savedAt === undefined ? (viewer.locale ?? null) : undefined
  useEffect(() => {
    if (locale !== undefined) adoptLocale(locale)
  }, [locale])
  const logOut = useLogOut()
  const { pathname } = useLocation()
  const isWide = pathname === paths.moderation
  const hasAside = useMediaQuery(HAS_ASIDE) && !isWide
  const compose = useOnDemand(() => import('../features/posts/composer/compose-dialog.tsx'))
  useComposeAddress(compose.open)
  const navigation = { username, onCompose: compose.open }

  return (
    <div className="md:grid md:grid-cols-[var(--rail-column)_minmax(0,1fr)]">
      <SkipLink />
      <Rail {...navigation} onLogOut={logOut} />
      <TopBar />
      <div className="flex justify-center pb-(--covered-bottom) xl:justify-start">
        <main
          id={MAIN_ID}
          tabIndex={-1}
          className={cx(
            'min-h-dvh w-full min-w-0 max-w-(--page-width) outline-none max-md:min-h-0 md:border-x',
            isWide && 'lg:max-w-[calc(var(--page-width)+var(--aside-width))]',
          )}
        >
          <DecisionNotice />
          <AccountNotice />
          <Outlet />
        </main>
        {hasAside && (
          <aside aria-label={t`Search and suggestions`} className="w-(--aside-width) shrink-0 ps-6">
            <div className="sticky top-0 flex max-h-dvh flex-col">
              {/* The page of results has its own. */}
              {pathname !== paths.search() && (
                <search className="z-(--layer-header) pt-2">
                  <SearchField />
                </search>
              )}
              <div className="min-h-0 space-y-4 overflow-y-auto py-4">
                {/* Its page has all of it. */}
                {pathname !== paths.whoToFollow && <WhoToFollow />}
                {pathname === paths.explore && <TrendingBeside />}
              </div>
            </div>
          </aside>
        )}
      </div>
      <BottomBar {...navigation} />
      <ConfirmationHost />
      {keys}
      {compose.module && <compose.module.ComposeDialog {...compose.props} />}
    </div>
  )
}

/** The first tab stop: it skips the navigation. */
function SkipLink() {
  return (
    <a
      href={`#${MAIN_ID}`}
      className="fixed start-3 top-3 z-(--layer-popup) -translate-y-20 rounded-full bg-accent-solid px-4 py-2 font-semibold text-on-solid focus:translate-y-0"
    >
      {t`Skip to content`}
    </a>
  )
}
