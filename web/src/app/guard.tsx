import { Navigate, Outlet, useLocation } from 'react-router'
import { onSignOut, useSession } from '../data/session.ts'
import { paths } from '../paths.ts'
import { originOf, readOrigin } from './origin.ts'
import { usePreload } from './use-preload.ts'

/** What follows a login: its file has all screens of members. */
const FIRST_SCREENS = ['home'] as const

// Whoever logs out means to leave: the next login starts at home. A session that merely ended goes on where it was.
let leftOnPurpose = false
onSignOut(() => {
  leftOnPurpose = true
})

/** Lets members in; sends a visitor to the login, remembering where they were going. */
export function MembersOnly() {
  const session = useSession()
  const location = useLocation()
  if (!session) return <Navigate to={paths.login} replace state={leftOnPurpose ? null : originOf(location)} />
  return <Outlet />
}

/** Login and sign-up: whoever is, or just got, signed in goes to the remembered page, or home. */
export function VisitorsOnly() {
  usePreload(FIRST_SCREENS)
  const session = useSession()
  const location = useLocation()
  if (session) {
    leftOnPurpose = false
    return <Navigate to={readOrigin(location.state) ?? paths.home} replace />
  }
  return <Outlet />
}
