import { Search } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { iconClass } from '../../ui/button/icon-button.tsx'
import { FOCUS_SEARCH } from './search-focus.ts'

/** Opens the page of searches with the beginning of one, to go on typing. */
export function SearchLink({ q, label }: { q: string; label: string }) {
  return (
    <Link
      to={paths.search({ q })}
      state={FOCUS_SEARCH}
      aria-label={label}
      data-tooltip={label}
      className={iconClass('plain', false, '-me-2')}
    >
      <Search size={20} aria-hidden="true" />
    </Link>
  )
}
