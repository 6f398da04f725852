import { createRandom, type Random } from '@quack/testing/random'
import { isLong } from '@quack/testing/tier'
import { describe, expect } from 'vitest'
import { checkResume, fill, gapOf, inGap, LIMITS, SORTS, store } from '../../../test/feed-checks.ts'
import { FeedModel } from '../../../test/feed-model.ts'
import { test as base } from '../../../test/fixtures.ts'

/** A tag of one test alone, because tags are everybody's. */
let tags = 0
const test = base.extend('modelOf', ({ app, member }) => async (random: Random) => {
  const members = [await member('reader')]
  for (let count = 0; count < 4; count++) members.push(await member('author'))
  return new FeedModel(app, members, [`Model${++tags}`, `Model${++tags}`], random)
})

describe('the feed from a position on, and its gaps, equal a plain list', () => {
  test.for(isLong ? [1, 2] : [1])('after each of many changes, seed %i', async (seed, { modelOf }) => {
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

  test.for(isLong ? [3, 4] : [3])(
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
