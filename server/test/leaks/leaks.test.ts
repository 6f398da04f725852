import { ENDPOINTS } from '@quack/contract'
import { expect, test } from 'vitest'
import { findLeak } from './leaks.ts'
import { READS } from './reads.ts'

// A fixed seed, so that a new failure is caused by a change. `npm run test:leaks` draws others.
const SEED = 1

test('no answer shows a viewer what is hidden from them, in 100 reads of a random world and a look at all of it', async () => {
  expect(await findLeak(100, SEED)).toBeNull()
})

test('every call that reads is part of it', () => {
  const reads = Object.entries(ENDPOINTS).filter(([, { method }]) => method === 'GET')
  expect(Object.keys(READS).sort()).toEqual(reads.map(([name]) => name).sort())
})
