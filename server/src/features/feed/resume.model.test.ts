import type { ReadSort } from '@quack/contract'
import { createRandom, type Random } from '@quack/testing/random'
import { describe, expect } from 'vitest'
import { FeedModel } from '../../../test/feed-model.ts'
import { BETWEEN, RESUME, storePosition } from '../../../test/feed-positions.ts'
import { test as base } from '../../../test/fixtures.ts'

const SORTS = ['latest', 'oldest'] as const
const HOUR_MS = 3_600_000
const LIMITS = [1, 2, 3, 100]

/** A tag of one test alone, because tags are everybody's. */
let tags = 0
const test = base.extend('modelOf', ({ app, member }) => async (random: Random) => {
  const members = [await member('reader')]
  for (let count = 0; count < 4; count++) members.push(await member('author'))
  return new FeedModel(app, members, [`Model${++tags}`, `Model${++tags}`], random)
})

const numbersOf = (posts: readonly { readonly _id: string }[]) => posts.map(({ _id }) => Number(_id))

async function store(model: FeedModel, random: Random): Promise<void> {
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

async function checkResume(model: FeedModel, sort: ReadSort, limit: number): Promise<void> {
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

interface Gap {
  readonly sort: ReadSort
  above: number | undefined
  below: number | undefined
}

const inGap = ({ sort, above, below }: Gap, feed: readonly number[]) => {
  const [newer = Number.MAX_SAFE_INTEGER, older = 0] = sort === 'latest' ? [above, below] : [below, above]
  return feed.filter((id) => id > older && id < newer)
}

/** Fills a gap from both ends in any order. @param meanwhile runs before each page */
async function fill(model: FeedModel, random: Random, gap: Gap, meanwhile: () => Promise<void>): Promise<number[]> {
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

function gapOf(model: FeedModel, random: Random): Gap {
  const sort = random.pick(SORTS)
  const [low, high] = [model.anyId(), model.anyId()].sort((a, b) => a - b)
  const ends = sort === 'latest' ? [high, low] : [low, high]
  const [above, below] = ends.map((id) => (random.chance(0.8) ? id : undefined))
  return { sort, above, below }
}

describe('the feed from a position on, and its gaps, equal a plain list', () => {
  test.for([1, 2])('after each of many changes, seed %i', async (seed, { modelOf }) => {
    const random = createRandom(seed)
    const model = await modelOf(random)
    for (let count = 0; count < 40; count++) {
      await model.change()
      if (random.chance(0.4)) await store(model, random)
      for (const sort of SORTS) await checkResume(model, sort, random.pick(LIMITS))
      const gap = gapOf(model, random)
      const expected = inGap(gap, model.feed(gap.sort))
      expect(await fill(model, random, gap, async () => undefined)).toEqual(expected)
    }
  })

  test.for([3, 4])(
    'also while the feed changes: what stays in it is there once, seed %i',
    async (seed, { modelOf }) => {
      const random = createRandom(seed)
      const model = await modelOf(random)
      for (let count = 0; count < 20; count++) await model.write()
      for (let count = 0; count < 12; count++) {
        const gap = gapOf(model, random)
        let staying = inGap(gap, model.feed(gap.sort))
        const filled = await fill(model, random, gap, async () => {
          await model.change()
          const feed = model.feed(gap.sort)
          staying = staying.filter((id) => feed.includes(id))
        })
        expect(filled).toEqual([...new Set(filled)].sort((a, b) => (gap.sort === 'latest' ? b - a : a - b)))
        expect(staying.filter((id) => !filled.includes(id))).toEqual([])
      }
    },
  )
})
