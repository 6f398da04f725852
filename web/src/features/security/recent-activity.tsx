import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { useSession } from '../../data/api/session.ts'
import { useViewer } from '../../data/members/members.ts'
import { markAccountEventsSeen, useAccountEvents } from '../../data/security/account-events.ts'
import { deviceName } from '../../ui/text/device-name.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { PagedList } from '../reports/paged-list.tsx'
import { accountEventText } from './account-event-text.ts'

/** What happened to the viewer's account. Reading it marks it as seen. */
export function RecentActivity() {
  const username = useSession()?.username ?? ''
  const events = useAccountEvents()
  const hasUnread = (useViewer()?.unreadAccountEvents ?? 0) > 0
  const isRead = events.entries !== undefined && hasUnread
  useEffect(() => {
    // A failure only means that the notice stays.
    if (isRead) markAccountEventsSeen(username).catch(() => undefined)
  }, [isRead, username])
  return (
    <PagedList pages={events} label={t`Recent activity`} emptyText={t`Nothing has happened in the last 90 days.`}>
      {(event) => (
        <li key={event._id} className="border-b py-3 last:border-b-0">
          <p className="wrap-anywhere">{accountEventText(event)}</p>
          <p className="text-meta text-muted">
            <RelativeTime time={event.at} />
            {event.device && ` · ${deviceName(event.device)}`}
          </p>
        </li>
      )}
    </PagedList>
  )
}
