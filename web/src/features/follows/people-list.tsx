import type { ReactNode } from 'react'
import { messageOf } from '../../data/api/api-errors.ts'
import type { KeyList } from '../../data/cache/use-key-list.ts'
import { EmptyState, HiddenCount } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { LoadMore } from '../../ui/feedback/load-more.tsx'
import { Delayed } from '../../ui/feedback/skeleton.tsx'
import { MemberRow, MemberRowSkeletons } from './member-row.tsx'

interface PeopleListProps {
  list: KeyList
  emptyText: string
  onOpen?: () => void
  /** The menu of each row. */
  menuOf?: (username: string) => ReactNode
}

/** A list of members, with its loading, empty and error states. */
export function PeopleList({ list, emptyText, onOpen, menuOf }: PeopleListProps) {
  if (list.error) return <ErrorState message={messageOf(list.error)} onRetry={list.retry} />
  if (!list.keys) {
    return (
      <Delayed>
        <MemberRowSkeletons count={4} />
      </Delayed>
    )
  }
  const isAlone = list.keys.length === 0
  if (isAlone && !list.hasMore && list.hiddenCount === 0) return <EmptyState text={emptyText} />
  return (
    <>
      <ul className="py-1">
        {list.keys.map((username) => (
          <li key={username} data-entry className="-outline-offset-2">
            <MemberRow username={username} onOpen={onOpen} menu={menuOf?.(username)} />
          </li>
        ))}
      </ul>
      <LoadMore list={list} size={list.keys.length} />
      {!list.hasMore && <HiddenCount count={list.hiddenCount} isAlone={isAlone} />}
    </>
  )
}
