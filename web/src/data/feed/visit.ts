import type { Sort } from '@quack/contract/rules/limits'
import type { KeyPages } from '../cache/key-pages.ts'
import { queryClient } from '../cache/query-client.ts'
import { postLists } from '../cache/query-keys.ts'
import {
  isReadSort,
  type Offer,
  offerIn,
  type Place,
  placeIn,
  type Reading,
  type ReadSort,
  readingOf,
  setOffer,
} from './place.ts'

/** How a visit of the feed begins: at its top, or where an earlier one was left. */
export interface Visit {
  sort: Sort
  /** What it changes of the reading. */
  reading: Partial<Pick<Reading, 'place' | 'begin' | 'target'>>
  /** Undefined if it offers what was offered before. */
  offer?: Offer
  /** Whether what is loaded of the list is of no use. It is then loaded anew. */
  isAnew?: boolean
  /** Whether it shows the top of a list that was loaded for an earlier visit. */
  isOlder?: boolean
}

/**
 * Plans a visit. Changes nothing: it is called while rendering.
 * @param left where the visit was left to which the browser's history leads back, null for the top; undefined for a new
 *   visit. That begins at the top, with an offer to continue further down, or by the member's setting as it was left.
 */
export function planVisit(sort: Sort, left: Place | null | undefined, { resumes }: { resumes: boolean }): Visit {
  if (!isReadSort(sort)) return { sort, reading: {} }
  const pages = queryClient.getQueryData<KeyPages>(postLists.feed(sort))?.pages
  if (left !== undefined) {
    const isLoaded = !left || pages?.some(({ keys }) => keys.includes(left.key))
    return { sort, reading: { place: left, ...(!isLoaded && { target: left }) }, ...(!isLoaded && { isAnew: true }) }
  }
  const { isFresh, place } = readingOf(sort)
  if (isFresh || resumes || !pages) return { sort, reading: {} }
  const reading = { place: null, begin: null }
  // The server knows where the reader has stopped, and what is above that.
  if (pages.some(({ gapAbove }) => gapAbove)) return { sort, reading, isAnew: true }
  const count = place ? pages.flatMap(({ keys }) => keys).indexOf(place.key) : 0
  return { sort, reading, isOlder: true, ...(place && count > 0 && { offer: { place, count, isKept: true } }) }
}

/** Begins a visit, before its list is fetched. */
export function beginVisit({ sort, reading, offer, isAnew }: Visit): void {
  if (!isReadSort(sort)) return
  Object.assign(readingOf(sort), reading, { isFresh: false })
  if (offer) setOffer(sort, offer)
  if (isAnew) void queryClient.resetQueries({ queryKey: postLists.feed(sort), exact: true })
}

/** Where the list is to begin, in a visit that may not have begun yet. */
export function startOf(sort: ReadSort, { reading }: Visit): Place | null {
  return reading.place === undefined ? placeIn(sort) : reading.place
}

/** The post at which the reader has stopped, in a visit that may not have begun yet. */
export function stopOf(sort: ReadSort, { reading, offer = offerIn(sort) ?? undefined }: Visit): Place | null {
  const { begin } = { ...readingOf(sort), ...reading }
  return offer?.place ?? begin
}
