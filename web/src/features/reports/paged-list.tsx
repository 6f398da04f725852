import type { ReactNode } from 'react'
import { messageOf } from '../../data/api/api-errors.ts'
import type { Pages } from '../../data/cache/use-pages.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { LoadMore } from '../../ui/feedback/load-more.tsx'
import { Delayed, Skeleton } from '../../ui/feedback/skeleton.tsx'

interface PagedListProps<Entry> {
  pages: Pages<Entry>
  label: string
  emptyText: string
  /** A list item for each entry. */
  children: (entry: Entry) => ReactNode
}

/** A list that grows page by page, with its loading, empty and error states. */
export function PagedList<Entry>({ pages, label, emptyText, children }: PagedListProps<Entry>) {
  const { entries, error } = pages
  if (!entries) {
    if (error) return <ErrorState message={messageOf(error)} onRetry={pages.retry} />
    return (
      <Delayed>
        <div className="flex flex-col gap-3 p-4">
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-16 w-full" />
        </div>
      </Delayed>
    )
  }
  if (entries.length === 0 && !pages.hasMore) return <EmptyState text={emptyText} />
  return (
    <>
      <ul aria-label={label}>{entries.map(children)}</ul>
      <LoadMore list={pages} size={entries.length} />
    </>
  )
}
