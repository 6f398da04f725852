import { ChevronRight, UserRoundPlus } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { HAS_ASIDE, useMediaQuery } from '../../ui/use-media-query.ts'

/** Leads to the suggestions, where there is no aside to have them. */
export function WhoToFollowLink() {
  const hasAside = useMediaQuery(HAS_ASIDE)
  if (hasAside) return null
  return (
    <Link
      to={paths.whoToFollow}
      className="flex min-h-12 items-center gap-3 border-b px-4 font-semibold -outline-offset-2 transition-colors hover:bg-hover"
    >
      <UserRoundPlus size={20} aria-hidden="true" className="text-muted" />
      <span className="flex-1">Who to follow</span>
      <ChevronRight size={18} aria-hidden="true" className="text-muted" />
    </Link>
  )
}
