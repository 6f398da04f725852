import { ShieldAlert } from 'lucide-react'
import { useViewer } from '../data/members.ts'
import { paths } from '../paths.ts'
import { Notice } from './notice.tsx'

/** Says that something happened to the viewer's account that they should know of, until they have looked at it. */
export function AccountNotice() {
  const count = useViewer()?.unreadAccountEvents ?? 0
  if (count === 0) return null
  return (
    <Notice icon={ShieldAlert} to={paths.security} anchor="activity" link="Look at it">
      There is something new about how your account was signed in to.
    </Notice>
  )
}
