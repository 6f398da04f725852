import type { FeedPosition } from '@quack/contract'
import type { Sort } from '@quack/contract/rules/limits'
import { useStore } from '../../store.ts'
import { createMemberState, createMemberStore } from '../api/member-state.ts'
import { forgetPositions } from '../api/position-storage.ts'
import { onSignOut } from '../api/session.ts'

/** The orders of the home feed that keep a reading position. In trending, posts move by themselves. */
export type ReadSort = Exclude<Sort, 'trending'>

/** A post, and how many pixels of it are above the reading line: the lower edge of the bars that cover the list. */
export interface Place {
  key: string
  offset: number
}

/** A place further down where the reader has stopped, on any device, while Home is shown from its top. */
export interface Offer {
  place: Place
  /** How many posts are above it. */
  count: number
  /** Whether the stored position stays there. It does until the reader has read on at the top. */
  isKept: boolean
}

export interface Reading {
  /** The position that the server has told last. */
  position: FeedPosition | null
  /** Whether its screen is shown. */
  isOpen: boolean
  /** Whether the list was loaded before its screen was shown. */
  isFresh: boolean
  /** Where the list is to begin when it is loaded next: a place to which the browser's history leads back. */
  target: Place | null
  /** Where this visit began. Null for the top. */
  begin: Place | null
  /** The place when the feed was last on the screen; before that, the position. */
  place: Place | null
  /** Asks the screen of the feed, while there is one. */
  ask: (() => Place | null) | null
  /** The newest post that the gap above the list was counted with. Null if that is not known. */
  countedTo: string | null
}

const NOTHING: Readonly<Reading> = {
  position: null,
  isOpen: false,
  isFresh: false,
  target: null,
  begin: null,
  place: null,
  ask: null,
  countedTo: null,
}
const readings = createMemberState(
  (): Readonly<Record<ReadSort, Reading>> => ({
    latest: { ...NOTHING },
    oldest: { ...NOTHING },
  }),
)
const offers = createMemberStore<{ readonly [sort in ReadSort]?: Offer | null }>({})

onSignOut(({ member }) => forgetPositions(member))

export function offerIn(sort: ReadSort): Offer | null {
  return offers.get()[sort] ?? null
}

export function setOffer(sort: ReadSort, offer: Offer | null): void {
  offers.set({ ...offers.get(), [sort]: offer })
}

/** The offer to continue further down, while there is one. */
export function useOffer(sort: ReadSort): Offer | null {
  return useStore(offers, (all) => all[sort] ?? null)
}

export function isReadSort(sort: Sort): sort is ReadSort {
  return sort !== 'trending'
}

export function readingOf(sort: ReadSort): Reading {
  return readings()[sort]
}

/** Where the feed is read, or was when its screen was left. */
export function placeIn(sort: ReadSort): Place | null {
  const { ask, place } = readingOf(sort)
  return ask ? ask() : place
}

/** Keeps the place of a feed whose screen is left. */
export function leaveFeed(sort: ReadSort): void {
  const reading = readingOf(sort)
  if (reading.ask) reading.place = reading.ask()
  reading.ask = null
  reading.isOpen = false
}

/** Begins the cursors of pages that continue below a post. All others are the server's. */
export const BELOW = 'below:'

export function isBelow(cursor: string): boolean {
  return cursor.startsWith(BELOW)
}
