import { ShieldAlert } from 'lucide-react'
import { succeeds } from '../data/api/error-notifications.ts'
import { loadCode } from '../data/code/load-code.ts'
import { useViewer } from '../data/members/members.ts'
import { paths } from '../paths.ts'
import { focusMain } from '../ui/main-region.ts'
import { Notice } from './notice.tsx'

/** Says that something happened to the viewer's account that they should know of, until they have looked at it or dismissed it. */
export function AccountNotice() {
  const viewer = useViewer()
  if (!viewer?.unreadAccountEvents) return null

  async function dismiss({ username }: { username: string }): Promise<void> {
    const { markAccountEventsSeen } = await loadCode(() => import('../data/security/account-events.ts'))
    await markAccountEventsSeen(username)
    // The button, which had the focus, is gone.
    focusMain()
  }
  return (
    <Notice
      icon={ShieldAlert}
      to={paths.security}
      anchor="activity"
      link="Look at it"
      onDismiss={() => void succeeds(() => dismiss(viewer))}
    >
      New sign-in activity.
    </Notice>
  )
}
