import { t } from '@lingui/core/macro'
import { Gavel, type LucideIcon, ShieldAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { succeeds } from '../data/api/error-notifications.ts'
import { loadCode } from '../data/code/load-code.ts'
import { useViewer } from '../data/members/members.ts'
import { paths } from '../paths.ts'
import { IconButton } from '../ui/button/icon-button.tsx'
import { focusMain } from '../ui/focus.ts'

interface NoticeProps {
  icon: LucideIcon
  /** The page that tells more. The notice is not shown there. */
  to: string
  /** The part of that page. */
  anchor?: string
  link: string
  /** Without it, the notice stays until the page was visited. */
  onDismiss?: () => void
  children: ReactNode
}

/** A line above every page, about something that the viewer should look at. */
function Notice({ icon: Icon, to, anchor, link, onDismiss, children }: NoticeProps) {
  const { pathname } = useLocation()
  if (pathname === to) return null
  return (
    <aside aria-label={t`Notice`} className="flex items-center gap-3 border-b bg-surface px-4 py-3">
      <Icon size={18} className="shrink-0 text-muted" aria-hidden="true" />
      <p className="min-w-0 flex-1">
        {children}{' '}
        <Link
          to={anchor === undefined ? to : `${to}#${anchor}`}
          className="font-semibold text-accent underline underline-offset-3"
        >
          {link}
        </Link>
      </p>
      {onDismiss && (
        <IconButton label={t`Dismiss`} tooltip={false} onClick={onDismiss} className="-my-2.5 -me-2.5">
          <X size={18} aria-hidden="true" />
        </IconButton>
      )}
    </aside>
  )
}

/** Says that a moderator has decided something about the viewer, until the viewer has read it in the settings. */
export function DecisionNotice() {
  const count = useViewer()?.unreadDecisions ?? 0
  if (count === 0) return null
  return (
    <Notice icon={Gavel} to={paths.settings} link={t`Read it`}>
      {t`A moderator has decided something about you.`}
    </Notice>
  )
}

/** Says that the account has unread events, until the viewer has looked at them or dismissed the notice. */
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
      link={t`Look at it`}
      onDismiss={() => void succeeds(() => dismiss(viewer))}
    >
      {t`New sign-in activity.`}
    </Notice>
  )
}
