import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { memberKey } from '../data/api/member-key.ts'
import { onSignOut, useSession } from '../data/api/session.ts'
import { paths } from '../paths.ts'
import { preloadWhenSettled, type ScreenName } from './screens.ts'

/** The first screen after a login. Its chunk has the shell and the main screens of members. */
const FIRST_SCREENS = ['home'] as const

// The page that was left by a logout is not asked for: the next login starts at home. After an expired session, it
// returns to the same page.
let leftOnPurpose = false
onSignOut(() => {
  leftOnPurpose = true
})

/** Renders for members. Redirects visitors to the login and passes on the page that they asked for. */
export function MembersOnly() {
  const session = useSession()
  const location = useLocation()
  if (!session) return <Navigate to={paths.login} replace state={leftOnPurpose ? null : originOf(location)} />
  // A tab that hears of a log-out and a log-in in another one at once keeps nothing of the first member on its screen.
  return <Outlet key={memberKey(session)} />
}

/** Login and sign-up. Redirects signed-in members to the page they asked for, or home. */
export function VisitorsOnly() {
  usePreload(FIRST_SCREENS)
  const session = useSession()
  const location = useLocation()
  // What is asked for from now on is remembered.
  useEffect(() => {
    leftOnPurpose = false
  }, [])
  return session ? <Navigate to={readOrigin(location.state) ?? paths.home} replace /> : <Outlet />
}

/** Preloads screens in the background. `names` must be a constant: it is an effect dependency. */
function usePreload(names: readonly ScreenName[]): void {
  useEffect(() => preloadWhenSettled(names), [names])
}

/** The page that a visitor asked for. The login screens carry it as router state. */
interface Origin {
  from: string
}

export function originOf({ pathname, search, hash }: { pathname: string; search: string; hash: string }): Origin {
  return { from: `${pathname}${search}${hash}` }
}

/** Router state is stored in the browser's history and thus untrusted: only a path on this site is accepted. */
export function readOrigin(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null
  const { from } = state
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : null
}
