import { describeUnless } from '@quack/testing/needs'
import { isLong } from '@quack/testing/tier'
import { expect, inject, test } from 'vitest'
import { linesOf, whyIncomplete } from './recorded.ts'

/**
 * Runs after all other tests: whatever differs by engine must have run on PostgreSQL, where the gate runs only some
 * tests (ON_POSTGRES in server-tests.ts). That is each condition on the engine, and each function of the files that
 * hold the statements: many of these contain parts that differ (in-list.ts), and engines sort, compare and convert
 * differently.
 *
 * The parts are found in the syntax tree, and calls that record them are inserted when the project `postgres` loads
 * them (query-parts.ts). So the product has no code for it, a part is named by the line of its source, and all of it
 * takes a second. The texts of the statements that ran would not name those that did not. V8's coverage slows
 * everything down, and knows only the code that Vite has made of a module.
 */

const FEATURES = 'server/src/features'

/** What runs on SQLite alone, by its file and declaration. */
const SQLITE_ONLY = [
  `${FEATURES}/events/events.queries.ts requestRows`,
  `${FEATURES}/feed/feed-ranked-tags.queries.ts onSqlite`,
  `${FEATURES}/feed/merged-lists.queries.ts onSqlite`,
  `${FEATURES}/notifications/causes/notify.queries.ts eventForOne`,
  `${FEATURES}/notifications/causes/notify.queries.ts eventsForMany`,
  `${FEATURES}/notifications/causes/notify.queries.ts groupForOne`,
  `${FEATURES}/notifications/causes/notify.queries.ts groupsForMany`,
  `${FEATURES}/notifications/causes/notify.queries.ts wantedByOne`,
  `${FEATURES}/search/search-people.queries.ts isBroadOnSqlite`,
  `${FEATURES}/search/search-people.queries.ts mayHaveOnSqlite`,
]

/** Updates of one row by its key, after FFmpeg has run for seconds: in the long tier. */
const LONG_ONLY = [
  `${FEATURES}/media/conversion/conversions.queries.ts endConversion`,
  `${FEATURES}/media/conversion/conversions.queries.ts postponeVideo`,
  `${FEATURES}/media/conversion/conversions.queries.ts restartConversion`,
  `${FEATURES}/media/conversion/conversions.queries.ts setIfInState`,
]

const parts = inject('queryParts')

describeUnless(whyIncomplete('postgres'), 'what differs by engine', () => {
  const ran = new Set(linesOf(['postgres.parts']))
  const missing = parts.filter(({ place }) => !ran.has(place))
  const excepted = isLong ? SQLITE_ONLY : [...SQLITE_ONLY, ...LONG_ONLY]

  test('has run on PostgreSQL', () => {
    const unexpected = missing.filter(({ owner }) => !excepted.includes(owner))
    expect(unexpected.map(({ place, owner }) => `${place} (${owner.split(' ')[1]})`)).toEqual([])
  })

  test('is excepted only if it has not run there', () => {
    const owners = new Set(missing.map(({ owner }) => owner))
    expect(excepted.filter((owner) => !owners.has(owner))).toEqual([])
  })
})
