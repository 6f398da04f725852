import type { QueryFilters, QueryKey } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'

/**
 * Marks queries as stale, and reads those on the screen again. A read that is under way may not know of the change
 * before the call: it is cancelled, and whoever waits for it gets the new one.
 */
export function invalidate(filters: QueryFilters = {}): Promise<void> {
  endFirstReads(filters)
  return queryClient.invalidateQueries(filters)
}

/** After a change that the loaded data already have: only reads that are under way may arrive without it. */
export function repeatReads(queryKey: QueryKey): void {
  void invalidate({ queryKey, predicate: ({ state }) => state.fetchStatus === 'fetching' })
}

/** Resolves when the lists on the screen under this query key have been read after the call, as by `invalidate`. */
export async function readAgain(queryKey: QueryKey): Promise<void> {
  endFirstReads({ queryKey })
  await queryClient.refetchQueries({ queryKey, type: 'active' }, { cancelRefetch: true })
}

/** The query client cancels only the reads of queries that have data. It would take a first read for the new one. */
function endFirstReads(filters: QueryFilters): void {
  for (const query of queryClient.getQueryCache().findAll({ ...filters, type: 'active', fetchStatus: 'fetching' })) {
    // Silent: its promise follows the read that comes next.
    if (query.state.data === undefined) void query.cancel({ silent: true })
  }
}
