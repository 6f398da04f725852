import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'

const LINKS = [
  { to: paths.blockedMembers, text: 'Blocked members' },
  { to: paths.mutedMembers, text: 'Muted members' },
  { to: paths.mutedWords, text: 'Muted words' },
]

/** The settings' links to the lists of what the viewer does not see. */
export function SafetyLinks() {
  return (
    <ul className="-mx-4 -my-2">
      {LINKS.map(({ to, text }) => (
        <li key={to}>
          <Link
            to={to}
            className="flex min-h-12 items-center justify-between px-4 -outline-offset-2 transition-colors hover:bg-hover"
          >
            {text}
            <ChevronRight size={18} className="text-muted" aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
