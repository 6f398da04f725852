import type { KeyList } from '../../data/cache/use-key-list.ts'
import { Button } from '../../ui/button/button.tsx'
import { formatDate } from '../../ui/text/format-age.ts'

interface BroadNoteProps {
  list: KeyList
  searchedTo: string
}

/** The end of what a search that is too broad for one request has found so far. */
export function BroadNote({ list, searchedTo }: BroadNoteProps) {
  const { isLoadingMore, hasMoreFailed } = list
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-8 text-center">
      <p role={hasMoreFailed ? 'alert' : undefined} className="text-balance text-muted">
        {hasMoreFailed
          ? 'More could not be loaded.'
          : `This search is broad. Searched back to ${formatDate(new Date(searchedTo))}.`}
      </p>
      <Button variant="secondary" aria-disabled={isLoadingMore} onClick={list.loadMore}>
        {isLoadingMore ? 'Searching…' : hasMoreFailed ? 'Retry' : 'Search older posts'}
      </Button>
    </div>
  )
}
