import { RANKED_CURSOR_SECONDS } from '@quack/contract/rules/limits'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { PASSWORD } from '../../test/answers.ts'
import { ENGINE } from '../../test/database.ts'
import { test as base } from '../../test/fixtures.ts'
import { signUp, type TestMember, writePost } from '../../test/members.ts'
import { DatabaseFailure } from './failure.ts'
import { CursorError } from './paging.ts'
import { isUnseen, readSnapshot, requireRecent, SNAPSHOT_CODEC, type Snapshot, snapshotNow } from './ranked-snapshot.ts'
import type { PostId } from './schema.ts'

const HOUR_MS = 60 * 60_000

/** Whole tables are counted, so each test has a server of its own. */
const test = base
  .extend('ann', ({ ownApp }) => signUp(ownApp))
  .extend('bob', ({ ownApp }) => signUp(ownApp))
  .extend('postId', async ({ ann }) => (await writePost(ann))._id)
  .extend('like', ({ postId }) => {
    return (member: TestMember) => member.call('POST /api/posts/like/:postId', { params: { postId } })
  })
  .extend('takeSnapshot', ({ ownApp }) => async (): Promise<Snapshot> => {
    const { primary } = ownApp.db
    const { rows } = await sql<{ text: string }>`select ${snapshotNow(primary, 'like_events')} as text`.execute(primary)
    return readSnapshot(rows[0]?.text ?? '')
  })
  .extend('countSince', ({ ownApp }) => async (snapshot: Snapshot): Promise<number> => {
    const { read } = ownApp.db
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from like_events where ${isUnseen(read, 'like_events', snapshot)}`.execute(read)
    return rows[0]?.count ?? 0
  })

describe('a snapshot', () => {
  test('survives being written into a cursor and read back', () => {
    for (const open of [[], [41], [7, 40, 41]]) {
      const snapshot: Snapshot = { time: 1_790_000_000_000, end: 42, open }
      expect(SNAPSHOT_CODEC.read(SNAPSHOT_CODEC.write(snapshot))).toEqual(snapshot)
    }
  })

  test('is refused if it cannot have been issued', () => {
    for (const text of ['', '1', '1-', '-1', '1-2-', '1-2-0', '1-2-3', '1-2.5', '1-NaN', '1-zzzzzzzzzzz']) {
      expect(() => SNAPSHOT_CODEC.read(text), text).toThrow(CursorError)
    }
  })

  test('is refused if it is older than events are kept, or in the future of every clock', () => {
    const at = (time: number): Snapshot => ({ time, end: 1, open: [] })
    const day = RANKED_CURSOR_SECONDS * 1_000
    for (const time of [Date.now() - day - 1_000, Date.now() + 2 * HOUR_MS, 0]) {
      expect(() => requireRecent(at(time))).toThrow(CursorError)
    }
    expect(() => requireRecent(null)).toThrow(CursorError)
    expect(requireRecent(at(Date.now() - day + HOUR_MS))).toMatchObject({ end: 1 })
  })

  test('holds hundreds of open transactions; with more than fit into a cursor the read fails', () => {
    const snapshotOf = (count: number) => {
      const open = Array.from({ length: count }, (_, index) => 4_000_000_000 + 7 * index)
      return readSnapshot(`4000000000:5000000000:${open.join()}`)
    }
    expect(snapshotOf(700).open).toHaveLength(700)
    expect(() => snapshotOf(7_000)).toThrow(DatabaseFailure)
  })
})

describe('events', () => {
  test('of a transaction that was open are not part of the snapshot; those of earlier transactions are', async ({
    ownApp: app,
    ann,
    bob,
    countSince,
    like,
    postId,
    takeSnapshot,
  }) => {
    await like(ann)
    const [written, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const open = app.db.write(async (transaction) => {
      const row = { at: app.db.ids.next(), post_id: Number(postId) as PostId, delta: 1 } as const
      await transaction.insertInto('like_events').values(row).execute()
      written.resolve()
      await released.promise
    })
    await written.promise
    let snapshot: Snapshot
    try {
      snapshot = await takeSnapshot()
      expect(await countSince(snapshot)).toBe(0)
    } finally {
      released.resolve()
      await open
    }
    expect(await countSince(snapshot)).toBe(1)
    await like(bob)
    expect(await countSince(snapshot)).toBe(2)
    expect(await countSince(await takeSnapshot())).toBe(0)
  })

  test('that a restore brought from another server count as part of the snapshot', async ({
    ownApp: app,
    ann,
    countSince,
    like,
    postId,
    takeSnapshot,
  }) => {
    const snapshot = await takeSnapshot()
    await app.db.write((transaction) =>
      ENGINE === 'postgres'
        ? sql`insert into like_events values (1, ${Number(postId)}, 1, 123456789012)`.execute(transaction)
        : sql`insert into like_events values (0, ${Number(postId)}, 1)`.execute(transaction),
    )
    expect(await countSince(snapshot)).toBe(0)
    await like(ann)
    expect(await countSince(snapshot)).toBe(1)
  })

  test('record the transaction that wrote them, for every kind of write', async ({
    ownApp: app,
    ann,
    bob,
    like,
    postId,
  }) => {
    await like(ann)
    await like(bob)
    await ann.call('POST /api/posts/dislike/:postId', { params: { postId } })
    await ann.call('POST /api/users/follow/:id', { params: { id: bob._id } })
    await bob.call('POST /api/users/follow/:id', { params: { id: ann._id } })
    await ann.call('POST /api/users/unfollow/:id', { params: { id: bob._id } })
    await bob.call('POST /api/account/delete', { body: { password: PASSWORD } })
    const isOwn = ENGINE === 'postgres' ? sql`xmin::text::bigint = transaction_id & 4294967295` : sql`true`
    const count = async (table: string) => {
      const { rows } = await sql<{ own: boolean | number }>`
        select ${isOwn} as own from ${sql.table(table)}`.execute(app.db.read)
      return [rows.length, rows.filter(({ own }) => !own).length]
    }
    // A background job removes the account's own like and follow.
    await expect.poll(() => count('like_events')).toEqual([4, 0])
    await expect.poll(() => count('follow_events')).toEqual([4, 0])
  })
})
