import { plural } from '@lingui/core/macro'
import { ChevronRight, UserRoundPlus } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'

/** On the viewer's own profile: how many ask to follow. */
export function RequestsLink({ count }: { count: number }) {
  return (
    <Link
      to={paths.followRequests}
      className="flex min-h-10 items-center gap-2 rounded-lg bg-surface px-3 transition-colors hover:bg-hover"
    >
      <UserRoundPlus size={16} className="shrink-0 text-accent" aria-hidden="true" />
      <span className="min-w-0 flex-1 font-semibold">
        {plural(count, { one: '# follow request', other: '# follow requests' })}
      </span>
      <ChevronRight size={18} className="shrink-0 text-muted rtl:rotate-180" aria-hidden="true" />
    </Link>
  )
}
