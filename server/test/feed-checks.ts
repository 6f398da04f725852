import type { ReadSort } from '@quack/contract'
import type { Random } from '@quack/testing/random'
import { expect } from 'vitest'
import type { FeedModel } from './feed-model.ts'
import { BETWEEN, RESUME, storePosition } from './feed-positions.ts'

export const SORTS = ['latest', 'oldest'] as const
export const LIMITS = [1, 2, 3, 100]
const HOUR_MS = 3_600_000

const numbersOf = (posts: readonly { readonly _id: string }[]) => posts.map(({ _id }) => Number(_id))

/** Stores a random position, in the model too. */
export async function store(model: FeedModel, random: Random): Promise<void> {
  const sort = random.pick(SORTS)
  const reading = { post: model.anyId(), newest: model.anyId(), hoursAgo: random.int(4) }
  model.store(sort, reading)
  const newestId = String(reading.newest)
  const { post, newest } = model.positions.get(sort) ?? reading
  const stored = await storePosition(model.reader, String(reading.post), {
    sort,
    newestId,
    age: reading.hoursAgo * HOUR_MS,
  })
  expect(stored).toMatchObject({ postId: String(post), newestId: String(newest) })
}

/** The answer from the position on is what the model says. */
export async function checkResume(model: FeedModel, sort: ReadSort, limit: number): Promise<void> {
  const { position, posts, aboveCount, newCount, nextCursor } = await model.reader.call(RESUME, {
    query: { sort, limit, embed: 0 },
  })
  const feed = model.feed(sort)
  const known = model.positions.get(sort)
  expect(position?.postId).toBe(known && String(known.post))
  const older = known ? feed.filter((id) => id <= known.post) : []
  const start = !known ? 0 : older.length > 0 ? feed.indexOf(Math.max(...older)) : feed.indexOf(Math.min(...feed))
  const isNew = (id: number) => known !== undefined && sort === 'latest' && id > known.newest
  expect({ posts: numbersOf(posts), aboveCount, newCount }).toEqual({
    posts: feed.slice(Math.max(0, start), Math.max(0, start) + limit),
    aboveCount: Math.max(0, start),
    newCount: feed.filter(isNew).length,
  })
  // There may be a cursor before posts that are all hidden by muted words.
  if (nextCursor === null) expect(start + limit).toBeGreaterThanOrEqual(feed.length)
  else expect(posts.length).toBe(limit)
}

export interface Gap {
  readonly sort: ReadSort
  above: number | undefined
  below: number | undefined
}

export const inGap = ({ sort, above, below }: Gap, feed: readonly number[]) => {
  const [newer = Number.MAX_SAFE_INTEGER, older = 0] = sort === 'latest' ? [above, below] : [below, above]
  return feed.filter((id) => id > older && id < newer)
}

/** Fills a gap from both ends in any order. @param meanwhile runs before each page */
export async function fill(
  model: FeedModel,
  random: Random,
  gap: Gap,
  meanwhile: () => Promise<void>,
): Promise<number[]> {
  const upper: number[] = []
  const lower: number[] = []
  for (let pages = 0; pages < 200; pages++) {
    await meanwhile()
    const expected = inGap(gap, model.feed(gap.sort))
    const from = random.pick(['above', 'below'] as const)
    const limit = random.pick(LIMITS)
    const ends = { above: gap.above?.toString(), below: gap.below?.toString() }
    const { posts, count } = await model.reader.call(BETWEEN, {
      query: { sort: gap.sort, from, limit, embed: 0, ...JSON.parse(JSON.stringify(ends)) },
    })
    const read = numbersOf(posts)
    expect(read).toEqual(from === 'above' ? expected.slice(0, limit) : expected.slice(-limit))
    expect(count).toBe(expected.length - read.length)
    if (from === 'above') {
      upper.push(...read)
      gap.above = read.at(-1) ?? gap.above
    } else {
      lower.unshift(...read)
      gap.below = read[0] ?? gap.below
    }
    if (count === 0) return [...upper, ...lower]
  }
  throw new Error('The gap is not filled.')
}

/** A random gap, whose ends may be gone. */
export function gapOf(model: FeedModel, random: Random): Gap {
  const sort = random.pick(SORTS)
  const [low, high] = [model.anyId(), model.anyId()].sort((a, b) => a - b)
  const ends = sort === 'latest' ? [high, low] : [low, high]
  const [above, below] = ends.map((id) => (random.chance(0.8) ? id : undefined))
  return { sort, above, below }
}
