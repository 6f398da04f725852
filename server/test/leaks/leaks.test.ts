import { ENDPOINTS } from '@quack/contract'
import { isLong } from '@quack/testing/tier'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.ts'
import { ENGINE } from '../database.ts'
import { AHEAD_CLOCK } from '../test-clock.ts'
import { findLeak } from './leaks.ts'
import { READS } from './reads.ts'

// A fixed seed, so that a new failure is caused by a change. `npm run test:leaks` draws others.
const SEED = 1

test('no answer shows a viewer what is hidden from them, in reads of a random world and a look at all of it', async () => {
  if (ENGINE === 'sqlite' || isLong) expect(await findLeak(100, SEED)).toBeNull()
  // Pages, event streams and mails are left to SQLite and to the long tier.
  else expect(await findLeak(50, SEED, undefined, startWithout)).toBeNull()
})

const startWithout = async () => ({
  ...(await startTestApp({ clock: AHEAD_CLOCK })),
  ...{ isAhead: true, address: null, mailing: null },
})

test('every call that reads is part of it', () => {
  const reads = Object.entries(ENDPOINTS).filter(([, { method }]) => method === 'GET')
  expect(Object.keys(READS).sort()).toEqual(reads.map(([name]) => name).sort())
})
