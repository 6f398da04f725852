import { Link } from 'react-router'
import { paths, type Search } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { chipClass } from './chip-class.ts'
import { partsIn, TABS, withoutPart } from './search-text.ts'

const linkClass = 'rounded-sm text-accent underline decoration-1 underline-offset-2'

/** What to try if a search finds nothing: without one of its operators, fewer words, another tab. */
export function NothingFound({ search }: { search: Search }) {
  const { q, tab } = search
  const placed = partsIn(q)
  // Only posts are found by operators.
  const operators = tab === 'posts' && placed.length > 1 ? placed.filter(({ part }) => part.kind !== 'words') : []
  const isLong = placed.length - operators.length > 1
  const [first, second] = TABS.filter((other) => other !== tab)
  const tips = (
    <div className="flex max-w-full flex-col items-center gap-4">
      {operators.length > 0 && (
        <ul aria-label="Search again" className="flex max-w-full flex-wrap justify-center gap-2">
          {operators.map((each) => (
            <li key={each.start} className="min-w-0">
              <Link to={paths.search({ ...search, q: withoutPart(q, each) })} className={chipClass('off')}>
                <span className="shrink-0">Without</span> <bdi className="truncate font-semibold">{each.part.text}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className="max-w-80 text-balance text-muted">
        {isLong && 'Try fewer words, or look '}
        {!isLong && 'Look '}
        for{' '}
        <Link to={paths.search({ ...search, tab: first })} className={linkClass}>
          {first}
        </Link>{' '}
        or{' '}
        <Link to={paths.search({ ...search, tab: second })} className={linkClass}>
          {second}
        </Link>
        .
      </p>
    </div>
  )
  return <EmptyState text={`No ${tab} found`} action={tips} />
}
