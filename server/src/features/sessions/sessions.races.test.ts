import { expect } from 'vitest'
import { test as base } from '../../../test/fixtures.ts'
import { type Interruption, interruptReads } from '../../../test/interrupted-reads.ts'
import { refusal } from '../../../test/refusals.ts'
import { WITHOUT_BACKGROUND_WORK } from '../../../test/without-background-work.ts'
import type { Database } from '../../database/database.ts'

const FEED = 'GET /api/feed'

const test = base
  // It would read too.
  .extend('options', { scope: 'file' }, () => WITHOUT_BACKGROUND_WORK)
  .extend('interruption', { scope: 'file' }, (): Interruption => ({ next: null }))
  .extend('watch', { scope: 'file' }, ({ interruption }) => {
    return (db: Database): Database => ({ ...db, read: interruptReads(db.read, interruption) })
  })

test('a session that ends while its token is checked is over with the next request', async ({ ann, interruption }) => {
  interruption.next = async () => {
    await ann.call('POST /api/auth/logout')
    expect(await ann.refuse(FEED)).toEqual(refusal('tokenInvalid'))
  }
  // It was checked before the end.
  expect((await ann.call(FEED)).posts).toEqual([])
  expect(await ann.refuse(FEED)).toEqual(refusal('tokenInvalid'))
})
