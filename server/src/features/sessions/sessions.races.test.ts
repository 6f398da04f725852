import { expect } from 'vitest'
import { ENGINE } from '../../../test/database.ts'
import { test as base } from '../../../test/fixtures.ts'
import { type Interruption, interruptReads } from '../../../test/interrupted-reads.ts'
import type { TestMember } from '../../../test/members.ts'
import { refusal } from '../../../test/refusals.ts'
import { WITHOUT_BACKGROUND_WORK } from '../../../test/without-background-work.ts'
import type { Database } from '../../database/database.ts'
import { heavyReadsAtOnce } from '../../http/limits/heavy-reads.ts'

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

test('a session that ends while its search waits is over', async ({ ann, bob, carl, interruption }) => {
  const search = { query: { q: 'pond' } }
  // From now on, all sessions are cached.
  for (const member of [ann, bob, carl]) await member.call(FEED)
  let waiting: Promise<unknown> = Promise.resolve()
  async function endMeanwhile(): Promise<void> {
    waiting = bob.refuse('GET /api/search/posts', search)
    await bob.call('POST /api/auth/logout')
  }
  /** Calls back while the searches of these members are under way. */
  async function whileSearching([first, ...others]: readonly TestMember[], then: () => Promise<void>): Promise<void> {
    interruption.next = () => (others.length > 0 ? whileSearching(others, then) : then())
    await first?.call('GET /api/search/posts', search)
  }
  // As many as there may be at a time.
  await whileSearching([ann, carl].slice(0, heavyReadsAtOnce(ENGINE)), endMeanwhile)
  expect(await waiting).toEqual(refusal('tokenInvalid'))
})
