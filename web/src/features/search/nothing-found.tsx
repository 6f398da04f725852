import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { translate } from '../../locale/messages.ts'
import { paths, type Search, type SearchTab } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { chipClass } from './chip-class.ts'
import { partsIn, withoutPart } from './search-text.ts'

const linkClass = 'rounded-sm text-accent underline decoration-1 underline-offset-2'

const NOTHING: Readonly<Record<SearchTab, MessageDescriptor>> = {
  posts: msg`No posts found`,
  people: msg`No people found`,
  tags: msg`No tags found`,
}

/** What to try if a search finds nothing: without one of its operators, fewer words, another tab. */
export function NothingFound({ search }: { search: Search }) {
  const { q, tab } = search
  const placed = partsIn(q)
  // Only posts are found by operators.
  const operators = tab === 'posts' && placed.length > 1 ? placed.filter(({ part }) => part.kind !== 'words') : []
  const isLong = placed.length - operators.length > 1
  const tips = (
    <div className="flex max-w-full flex-col items-center gap-4">
      {operators.length > 0 && (
        <ul aria-label={t`Search again`} className="flex max-w-full flex-wrap justify-center gap-2">
          {operators.map((each) => (
            <li key={each.start} className="min-w-0">
              <Link to={paths.search({ ...search, q: withoutPart(q, each) })} className={chipClass('off')}>
                <Without text={each.part.text} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className="max-w-80 text-balance text-muted">
        <Tip search={search} isLong={isLong} />
      </p>
    </div>
  )
  return <EmptyState text={translate(NOTHING[tab])} action={tips} />
}

/** A link to the same search without an operator. */
function Without({ text }: { text: string }) {
  const operator = <bdi className="truncate font-semibold">{text}</bdi>
  return (
    <Trans comment="Search again without an operator, such as: Without has:video">
      <span className="shrink-0">Without</span> {operator}
    </Trans>
  )
}

/** Where else to look, and if there are several words, to try fewer. */
function Tip({ search, isLong }: { search: Search; isLong: boolean }) {
  const posts = paths.search({ ...search, tab: 'posts' })
  const people = paths.search({ ...search, tab: 'people' })
  const tags = paths.search({ ...search, tab: 'tags' })
  switch (search.tab) {
    case 'people':
      return isLong ? (
        <Trans>
          Try fewer words, or look for <TabLink to={posts}>posts</TabLink> or <TabLink to={tags}>tags</TabLink>.
        </Trans>
      ) : (
        <Trans>
          Look for <TabLink to={posts}>posts</TabLink> or <TabLink to={tags}>tags</TabLink>.
        </Trans>
      )
    case 'tags':
      return isLong ? (
        <Trans>
          Try fewer words, or look for <TabLink to={posts}>posts</TabLink> or <TabLink to={people}>people</TabLink>.
        </Trans>
      ) : (
        <Trans>
          Look for <TabLink to={posts}>posts</TabLink> or <TabLink to={people}>people</TabLink>.
        </Trans>
      )
    default:
      return isLong ? (
        <Trans>
          Try fewer words, or look for <TabLink to={people}>people</TabLink> or <TabLink to={tags}>tags</TabLink>.
        </Trans>
      ) : (
        <Trans>
          Look for <TabLink to={people}>people</TabLink> or <TabLink to={tags}>tags</TabLink>.
        </Trans>
      )
  }
}

function TabLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={linkClass}>
      {children}
    </Link>
  )
}
