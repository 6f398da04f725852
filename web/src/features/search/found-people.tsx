import { useFoundPeople } from '../../data/search.ts'
import { PeopleList } from '../follows/people-list.tsx'

export function FoundPeople({ q }: { q: string }) {
  return <PeopleList list={useFoundPeople(q, true)} emptyText="No people found" />
}
