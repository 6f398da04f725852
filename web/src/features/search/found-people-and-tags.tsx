import { t } from '@lingui/core/macro'
import { FOUND_TAG_COUNT_MAX } from '@quack/contract/rules/limits'
import { Link } from 'react-router'
import { useFoundPeople, useFoundTags } from '../../data/search/search.ts'
import { paths, type Search } from '../../paths.ts'
import { keyed } from '../../ui/keys.ts'
import { PeopleList } from '../follows/people-list.tsx'
import { PagedList } from '../reports/paged-list.tsx'
import { sayPosts } from '../tags/say-posts.ts'
import { NothingFound } from './nothing-found.tsx'
import { useSayCount } from './use-say-count.ts'

interface FoundPeopleProps {
  search: Search
  /** Called with what assistive technology shall say. */
  onArrived: (text: string) => void
}

/** The members whose names a search finds. */
export function FoundPeople({ search, onArrived }: FoundPeopleProps) {
  const list = useFoundPeople(search.q)
  const count = list.keys?.length
  const { hasMore } = list
  useSayCount('people', count, hasMore, onArrived)
  if (count === 0 && !hasMore) return <NothingFound search={search} />
  return (
    <section aria-label={t`Found people`}>
      <PeopleList list={list} emptyText={t`No people found`} />
    </section>
  )
}

interface FoundTagsProps {
  search: Search
  /** Called with what assistive technology shall say. */
  onArrived: (text: string) => void
}

/** The hashtags that a search finds. */
export function FoundTags({ search, onArrived }: FoundTagsProps) {
  const pages = useFoundTags(search.q)
  const count = pages.entries?.length
  const { hasMore } = pages
  useSayCount('tags', count, hasMore, onArrived)
  if (count === 0 && !hasMore) return <NothingFound search={search} />
  return (
    <PagedList pages={pages} label={t`Found tags`} emptyText={t`No tags found`}>
      {({ key, name, postsCount }) => (
        <li key={key} data-entry className="-outline-offset-2">
          <Link
            to={paths.tag(key)}
            {...keyed('o')}
            className="block px-4 py-2.5 -outline-offset-2 transition-colors hover:bg-hover"
          >
            <bdi className="block w-fit max-w-full truncate font-semibold">#{name}</bdi>
            <span className="block text-meta text-muted tabular-nums">{sayPosts(postsCount, FOUND_TAG_COUNT_MAX)}</span>
          </Link>
        </li>
      )}
    </PagedList>
  )
}
