import { t } from '@lingui/core/macro'
import type { NotificationKind } from '@quack/contract'
import { Settings } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import { iconClass } from '../../ui/button/icon-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PushOffer } from '../push/push-offer.tsx'
import { KindFilter } from './kind-filter.tsx'
import { parseKind } from './kinds.ts'
import { NotificationList } from './notification-list.tsx'

/** What happened to the viewer. The address has the filter, so that going back restores it. */
export function NotificationsPage() {
  const [query, setQuery] = useSearchParams()
  const [marked] = useState(() => new Set<string>())
  const kind = parseKind(query.get('kind'))
  const choose = (next: NotificationKind | null) => setQuery(next ? { kind: next } : {}, { replace: true })
  return (
    <>
      <PageHeader
        title={t`Notifications`}
        action={
          <Link
            to={paths.notificationSettings}
            aria-label={t`Notification settings`}
            data-tooltip={t`Notification settings`}
            className={iconClass('plain', false, '-me-2.5')}
          >
            <Settings size={20} aria-hidden="true" />
          </Link>
        }
      />
      <PushOffer />
      <KindFilter value={kind} onChange={choose} />
      <NotificationList key={kind} kind={kind} marked={marked} />
    </>
  )
}
