import { plural, t } from '@lingui/core/macro'
import { CircleAlert } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { useConnection } from '../../data/api/connection.ts'
import { isWaiting, useEntries } from '../../data/outbox/screens.ts'
import { paths } from '../../paths.ts'

const linkClass = 'shrink-0 rounded-sm py-1 font-semibold text-accent hover:underline'

/** How many entries wait or were not done, as a link to all of them. */
export function OutboxLink() {
  const { waiting, failed } = useCounts()
  if (waiting + failed === 0) return null
  return (
    <Link to={paths.outbox} className={linkClass}>
      {say(waiting, failed)}
    </Link>
  )
}

function say(waiting: number, failed: number): string {
  if (failed === 0) return plural(waiting, { other: '# waiting' })
  if (waiting === 0) return plural(failed, { other: '# not sent' })
  return t`${plural(waiting, { other: '# waiting' })}, ${plural(failed, { other: '# not sent' })}`
}

/** Says that something was not sent, and leads there. */
export function OutboxBar() {
  const { failed } = useCounts()
  const { pathname } = useLocation()
  // Without a connection, the bar that says so has the link.
  const isOnline = useConnection() === 'online'
  if (!isOnline || failed === 0 || pathname === paths.outbox) return null
  return (
    <div className="pointer-events-auto flex animate-rise items-center gap-3 rounded-xl border bg-raised px-4 py-2.5 text-ink text-meta shadow-float">
      <CircleAlert size={18} className="shrink-0 text-danger" aria-hidden="true" />
      <p>{plural(failed, { one: 'One of your changes was not sent.', other: '# of your changes were not sent.' })}</p>
      <Link to={paths.outbox} className={linkClass}>
        {t`Show`}
      </Link>
    </div>
  )
}

function useCounts() {
  const all = useEntries()
  const waiting = all.filter(isWaiting).length
  return { waiting, failed: all.length - waiting }
}
