import { expect, test } from 'vitest'
import { findFailingSearch } from './broken.ts'
import { findWrongSearch, startQuietly } from './search.ts'

// A fixed seed, so that a new failure is caused by a change. `npm run test:search` draws others.
const SEED = 1

test('pages of searches agree with a look at every post, while posts change', async () => {
  expect(await findWrongSearch({ posts: 300, searches: 50, seed: SEED, start: startQuietly })).toBeNull()
})

test('broken searches are found or refused', async () => {
  expect(await findFailingSearch({ posts: 100, searches: 100, seed: SEED, start: startQuietly })).toBeNull()
})
