import { plural, t } from '@lingui/core/macro'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useViewer } from '../../data/members/members.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'

/** The settings' links to the requests to follow, and to the lists of what the viewer does not see. */
export function SafetyLinks() {
  const viewer = useViewer()
  const requests = viewer?.followRequests ?? 0
  return (
    <ul className="-mx-4 -my-2">
      {(viewer?.private || requests > 0) && (
        <SafetyLink to={paths.followRequests}>
          {t`Follow requests`}
          {requests > 0 && (
            <Badge
              count={requests}
              of={t({
                message: plural(requests, { one: 'waiting', other: 'waiting' }),
                comment: 'After the number of requests to follow',
              })}
              className="ms-2 me-auto"
            />
          )}
        </SafetyLink>
      )}
      <SafetyLink to={paths.blockedMembers}>{t`Blocked members`}</SafetyLink>
      <SafetyLink to={paths.mutedMembers}>{t`Muted members`}</SafetyLink>
      <SafetyLink to={paths.mutedWords}>{t`Muted words`}</SafetyLink>
    </ul>
  )
}

interface SafetyLinkProps {
  to: string
  children: ReactNode
}

function SafetyLink({ to, children }: SafetyLinkProps) {
  return (
    <li>
      <Link
        to={to}
        className="flex min-h-12 items-center justify-between px-4 -outline-offset-2 transition-colors hover:bg-hover"
      >
        {children}
        <ChevronRight size={18} className="text-muted rtl:rotate-180" aria-hidden="true" />
      </Link>
    </li>
  )
}
