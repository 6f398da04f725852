import { afterEach, expect, test } from 'vitest'
import type { KeyPages } from '../cache/key-pages.ts'
import { queryClient } from '../cache/query-client.ts'
import { postLists } from '../cache/query-keys.ts'
import { type Offer, offerIn, type Place, readingOf, setOffer } from './place.ts'
import { beginVisit, planVisit, startOf, stopOf } from './visit.ts'

const KEY = postLists.feed('latest')
const [TOP, PLACE, GONE] = [null, { key: '8', offset: 5 }, { key: '7', offset: 0 }]
const OFFER = { place: PLACE, count: 1, isKept: true }
const WHOLE = [{ keys: ['9', '8'], nextCursor: null }]
const BELOW = [{ keys: ['8'], nextCursor: null, gapAbove: 3 }]

afterEach(() => {
  queryClient.clear()
  setOffer('latest', null)
  Object.assign(readingOf('latest'), { place: null, begin: null, target: null })
})

interface Expected {
  start: Place | null
  stop?: Place
  offer?: Offer
  target?: Place
  isAnew?: boolean
}

// A render that is never shown has planned a visit, too.
test.each<[string, Place | null | undefined, KeyPages['pages'], Expected]>([
  ['a new visit begins at the top of what is loaded', undefined, WHOLE, { start: TOP, stop: PLACE, offer: OFFER }],
  ['a new visit reads the list anew where posts above are missing', undefined, BELOW, { start: TOP, isAnew: true }],
  ['a visit is returned to where it was left', PLACE, WHOLE, { start: PLACE }],
  ['a visit is returned to its top', TOP, WHOLE, { start: TOP }],
  ['a visit that was left elsewhere reads the list anew', GONE, WHOLE, { start: GONE, target: GONE, isAnew: true }],
])('%s, and changes nothing until it begins', (_, left, pages, expected) => {
  const { start, stop = null, offer = null, target = null, isAnew = false } = expected
  const data = { pages, pageParams: [undefined] }
  queryClient.setQueryData<KeyPages>(KEY, data)
  readingOf('latest').place = PLACE
  const before = { ...readingOf('latest') }

  const visit = planVisit('latest', left, { resumes: false })
  expect([startOf('latest', visit), stopOf('latest', visit)]).toEqual([start, stop])
  expect(queryClient.getQueryData(KEY)).toBe(data)
  expect(readingOf('latest')).toEqual(before)
  expect(offerIn('latest')).toBeNull()

  beginVisit(visit)
  expect(queryClient.getQueryData(KEY)).toBe(isAnew ? undefined : data)
  expect(readingOf('latest')).toMatchObject({ place: start, target })
  expect(offerIn('latest')).toEqual(offer)
  const begun = { sort: 'latest', reading: {} } as const
  expect([startOf('latest', begun), stopOf('latest', begun)]).toEqual([start, stop])
})
