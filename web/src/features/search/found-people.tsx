import { useFoundPeople } from '../../data/search/search.ts'
import type { Search } from '../../paths.ts'
import { PeopleList } from '../follows/people-list.tsx'
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
    <section aria-label="Found people">
      <PeopleList list={list} emptyText="No people found" />
    </section>
  )
}
