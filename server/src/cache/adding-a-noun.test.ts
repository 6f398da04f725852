import { expect } from 'vitest'
import { test as base } from '../../test/fixtures.ts'
import type { TestMember } from '../../test/members.ts'
import { tryCatchUp } from '../database/database.ts'
import type { InvalidationLog } from '../database/invalidation-log.ts'
import type { MemberId } from '../database/schema.ts'
import { Cache } from './cache.ts'

const test = base.extend(
  'countFollowers',
  ({ app }) =>
    async (cache: FollowersCountCache, member: TestMember): Promise<number | undefined> => {
      const id = Number(member._id) as MemberId
      expect(await tryCatchUp(app.db)).toBe(true)
      await cache.load('count', [id], async () => {
        queries++
        const rows = await app.db.read
          .selectFrom('members')
          .select(['id', 'followers_count'])
          .where('id', '=', id)
          .execute()
        return rows.map((row) => [row.id, { bytes: 8, count: row.followers_count }])
      })
      return cache.get('count', id)?.count
    },
)

/** A new cached noun, built as docs/caching.md describes and with nothing else. */
class FollowersCountCache extends Cache<'count', MemberId, { readonly bytes: number; readonly count: number }> {
  constructor(log: InvalidationLog) {
    super(log, { maxBytes: 100_000, invalidatedBy: { memberCounts: { key: (member) => member as MemberId } } })
  }
}

let queries = 0
test('a new cached noun is exact as soon as it declares which kind invalidates it', async ({
  app,
  ann,
  bob,
  countFollowers,
}) => {
  const cache = new FollowersCountCache(app.db.invalidations)
  expect([await countFollowers(cache, ann), await countFollowers(cache, bob)]).toEqual([0, 0])
  await bob.call('POST /api/users/follow/:id', { params: { id: ann._id } })
  expect([await countFollowers(cache, ann), await countFollowers(cache, ann)]).toEqual([1, 1])
  await bob.call('POST /api/users/unfollow/:id', { params: { id: ann._id } })
  expect(await countFollowers(cache, ann)).toBe(0)
  expect(queries).toBe(4)
})
