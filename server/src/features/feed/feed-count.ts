import { FEED_COUNT_MAX } from '@quack/contract/rules/limits'
import type { Database } from '../../database/database.ts'
import type { Hydration } from '../../reading/list-query.ts'
import { withoutHidden } from '../posts/muted-words.ts'
import type { Asked } from './cached-feed.ts'
import type { Reader } from './feed-authors.ts'
import { countByAuthors, countTagged, type IdRange } from './feed-count.queries.ts'
import { keyAt } from './feed-keys.ts'
import { feedOf } from './feed-read.ts'
import { findBrought } from './feed-reposts.ts'
import type { Part } from './merged-lists.queries.ts'

/** For readers with muted words: how many posts are read at most, as a multiple of those that are counted. */
const READS_MAX = 5

/** How many posts of the feed have places in the range and are shown to the reader, up to FEED_COUNT_MAX. */
export async function countFeed({ db, reader, hydration, caches }: Asked, range: IdRange): Promise<number> {
  const { hidden, isInTurn } = hydration
  const { words } = hidden
  if (range.high - range.low <= 1) return 0
  if (words?.hiding.length) return countShown(db, reader, hydration, range)
  const authors = caches?.follows.findFollowed(reader.id, hidden)
  const known = authors && caches?.newest.count(authors, range, FEED_COUNT_MAX)
  const byAuthors = known ?? (await countByAuthors(db.read, reader, range))
  const tagged = reader.hasTags && byAuthors < FEED_COUNT_MAX ? await countTagged(db.read, reader, range) : 0
  const limit = FEED_COUNT_MAX - byAuthors - tagged
  if (!reader.hasReposts || limit <= 0) return Math.min(FEED_COUNT_MAX, byAuthors + tagged)
  const cached = authors && caches ? (part: Part) => caches.reposts.load<number>(db.read, authors, part) : undefined
  const part = { limit, after: { at: range.high }, until: range.low }
  return byAuthors + tagged + (await findBrought(db, reader, { sort: 'latest', isInTurn, cached }, part)).length
}

/** As countFeed, without posts that muted words hide. */
async function countShown(db: Database, reader: Reader, hydration: Hydration, { low, high }: IdRange): Promise<number> {
  const { load } = feedOf(db, reader, { sort: 'latest', until: low }, hydration)
  let count = 0
  let after = high
  for (let reads = 1; ; reads++) {
    const keys = await load({ limit: FEED_COUNT_MAX, after: keyAt(after) })
    const { shown } = await withoutHidden(db.heavy, keys, reader.id, hydration.hidden)
    count += shown.length
    const last = keys.at(-1)
    if (count >= FEED_COUNT_MAX || keys.length < FEED_COUNT_MAX || !last || reads === READS_MAX) break
    after = last.at
  }
  return Math.min(count, FEED_COUNT_MAX)
}
