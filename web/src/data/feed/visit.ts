import type { KeyPages } from '../cache/key-pages.ts'
import { queryClient } from '../cache/query-client.ts'
import { postLists } from '../cache/query-keys.ts'
import { type Place, type ReadSort, readingOf, setOffer } from './place.ts'

/** Each visit of the feed begins at its top, or where an earlier one was left. */

/**
 * Begins a visit of the feed, before its list is read: at its top, with an offer to continue further down; by the
 * member's setting as it was left.
 * @returns whether it shows the top of a list that was loaded for an earlier visit
 */
export function beginVisit(sort: ReadSort, { resumes }: { resumes: boolean }): boolean {
  const reading = readingOf(sort)
  const isFresh = reading.isFresh
  reading.isFresh = false
  const queryKey = postLists.feed(sort)
  const pages = queryClient.getQueryData<KeyPages>(queryKey)?.pages
  if (isFresh || resumes || !pages) return false
  const { place } = reading
  Object.assign(reading, { place: null, begin: null })
  const count = place ? pages.flatMap(({ keys }) => keys).indexOf(place.key) : 0
  // The server knows where the reader has stopped, and what is above that.
  if (pages.some(({ gapAbove }) => gapAbove)) {
    queryClient.removeQueries({ queryKey, exact: true })
    return false
  }
  if (place && count > 0) setOffer(sort, { place, count, isKept: true })
  return true
}

/**
 * Begins a visit to which the browser's history leads back: where it was left.
 * @returns whether the list is loaded anew for that
 */
export function returnToVisit(sort: ReadSort, place: Place | null): boolean {
  const reading = readingOf(sort)
  reading.isFresh = false
  reading.place = place
  const queryKey = postLists.feed(sort)
  const pages = queryClient.getQueryData<KeyPages>(queryKey)?.pages
  if (!place || pages?.some(({ keys }) => keys.includes(place.key))) return false
  queryClient.removeQueries({ queryKey, exact: true })
  reading.target = place
  return true
}
