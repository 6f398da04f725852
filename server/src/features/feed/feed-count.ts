import { FEED_COUNT_MAX } from '@quack/contract/rules/limits'
import type { HeavyConnections } from '../../database/database.ts'
import type { HiddenWords } from '../../reading/hidden.ts'
import { hidingOf, withoutHidden } from '../posts/muted-words.ts'
import type { Asked } from './cached-feed.ts'
import { listFeedIds } from './feed.queries.ts'
import type { Reader } from './feed-authors.ts'
import { countByAuthors, countTagged, type IdRange } from './feed-count.queries.ts'

/** For readers with muted words: how many posts are read at most, as a multiple of those that are counted. */
const READS_MAX = 5

/** How many posts of the feed have ids in the range and are shown to the reader, up to FEED_COUNT_MAX. */
export async function countFeed({ db, reader, hydration: { hidden }, caches }: Asked, range: IdRange): Promise<number> {
  const { words } = hidden
  if (range.high - range.low <= 1) return 0
  if (words?.hiding.length) return countShown(db.heavy, reader, words, range)
  const authors = caches?.follows.findFollowed(reader.id, hidden)
  const cached = authors && caches?.newest.count(authors, range, FEED_COUNT_MAX)
  const byAuthors = cached ?? (await countByAuthors(db.read, reader, range))
  if (!reader.hasTags || byAuthors >= FEED_COUNT_MAX) return byAuthors
  return Math.min(FEED_COUNT_MAX, byAuthors + (await countTagged(db.read, reader, range)))
}

/** As countFeed, without posts that muted words hide. */
async function countShown(
  db: HeavyConnections,
  reader: Reader,
  words: HiddenWords,
  { low, high }: IdRange,
): Promise<number> {
  const hiding = hidingOf(words, reader.id)
  let count = 0
  let after = high
  for (let reads = 1; ; reads++) {
    const page = { limit: FEED_COUNT_MAX, after: { id: after, likes: 0, asOf: null }, until: low }
    const keys = await listFeedIds(db, reader, 'latest', page)
    const { shown } = await withoutHidden(db, keys, reader.id, hiding)
    count += shown.length
    const last = keys.at(-1)
    if (count >= FEED_COUNT_MAX || keys.length < FEED_COUNT_MAX || !last || reads === READS_MAX) break
    after = last.id
  }
  return Math.min(count, FEED_COUNT_MAX)
}
