import { Gavel } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { useViewer } from '../data/members.ts'
import { paths } from '../paths.ts'

/** Says that a moderator has decided something about the viewer, until the viewer has read it in the settings. */
export function DecisionNotice() {
  const count = useViewer()?.unreadDecisions ?? 0
  const { pathname } = useLocation()
  if (count === 0 || pathname === paths.settings) return null
  return (
    <aside aria-label="Notice" className="flex items-center gap-3 border-b bg-surface px-4 py-3">
      <Gavel size={18} className="shrink-0 text-muted" aria-hidden="true" />
      <p>
        A moderator has decided something about you.{' '}
        <Link to={paths.settings} className="font-semibold text-accent underline underline-offset-3">
          Read it
        </Link>
      </p>
    </aside>
  )
}
