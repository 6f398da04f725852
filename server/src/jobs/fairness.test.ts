import { sql } from 'kysely'
import { expect } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { test as base } from '../../test/fixtures.ts'
import { insertCrowd } from '../../test/member-rows.ts'
import type { Connection } from '../database/database.ts'
import type { MemberId, SessionId } from '../database/schema.ts'
import * as mails from '../features/mails/mails.queries.ts'
import * as videos from '../features/media/conversion/conversions.queries.ts'
import * as push from '../features/push/push-claims.queries.ts'
import type { Due } from './queue.ts'
import { type Owned, Turns } from './turns.ts'

const MANY = 10_000
const NOW = Date.now()
const UNTIL = NOW + 60_000

type Sql = ReturnType<typeof sql>

interface Kind {
  readonly name: string
  /** How many are claimed at the same time. */
  readonly atOnce: number
  readonly insert: (transaction: Connection, owner: Sql) => Promise<unknown>
  readonly due: (db: Connection, due: Due) => Promise<readonly Owned[]>
  readonly claim: (transaction: Connection, keys: readonly unknown[]) => Promise<readonly { readonly key: unknown }[]>
}

/** Very many rows, those with greater ids due later. The last one is of another member. */
const ids = sql`with recursive numbers (id) as (
  select 1 union all select id + 1 from numbers where id <= ${sql.lit(MANY)})`
const dueAt = sql`${sql.lit(NOW - 2 * MANY)} + id`
const claimOf = <Key>(keys: readonly unknown[]) => ({ keys: keys as Key[], now: NOW, until: UNTIL })

const KINDS: readonly Kind[] = [
  {
    ...{ name: 'mails', atOnce: 5, due: mails.listWaiting },
    insert: (db, owner) =>
      sql`insert into mails (id, member_id, kind, recipient, body, due_at, ends_at)
        ${ids} select id, ${owner}, 'test', 'ann@example.com', '', ${dueAt}, ${NOW} from numbers`.execute(db),
    claim: (db, keys) => mails.claimMails(db, claimOf(keys)),
  },
  {
    ...{ name: 'videos', atOnce: 1, due: videos.listWaiting },
    async insert(db, owner) {
      await sql`insert into media (name, type, mime, bytes, width, height, preview, created_at, state)
        ${ids} select 'video' || id, 'video', 'video/mp4', 1, 1, 1, '', ${dueAt}, 'converting' from numbers`.execute(db)
      await sql`insert into media_uploaders (name, member_id) ${ids} select 'video' || id, ${owner} from numbers`.execute(
        db,
      )
    },
    async claim(db, keys) {
      const claimed = await videos.claimVideos(db, claimOf(keys))
      // In the gate, videos are converted on SQLite only.
      await videos.renewClaims(db, claimOf(keys))
      return claimed
    },
  },
  {
    ...{ name: 'devices', atOnce: 4, due: (db, due) => push.listWaiting(db, { ...due, services: [] }) },
    async insert(db, owner) {
      await sql`insert into sessions (id, member_id, expires_at)
        ${ids} select id, ${owner}, ${2 * NOW} from numbers`.execute(db)
      await sql`insert into push_subscriptions (session_id, member_id, endpoint, p256dh, auth, created_at, due_at)
        ${ids} select id, ${owner}, 'https://push.example/' || id, '', '', ${NOW}, ${dueAt} from numbers`.execute(db)
    },
    claim: (db, keys) => push.claimDevices(db, claimOf<SessionId>(keys)),
  },
]

const test = base.extend('db', { scope: 'file' }, async ({ fileDirectory }, { onCleanup }) => {
  const database = await createTestDatabase(fileDirectory)
  onCleanup(() => database.drop())
  return database.db
})

test('however many rows of a member wait, the next of another one is among the first that are claimed', async ({
  db,
}) => {
  const [ann, bob] = await insertCrowd(db, 2)
  for (const { name, atOnce, insert, due, claim } of KINDS) {
    const owner = sql`case when id > ${sql.lit(MANY)} then ${sql.lit(bob)} else ${sql.lit(ann)} end`
    await db.write((transaction) => insert(transaction, owner))
    const turns = new Turns()
    const list = (except: readonly number[], limit: number) => due(db.primary, { now: NOW, except, limit })
    const owners: number[] = []
    // Of one at a time, the second.
    while (owners.length < 2) {
      const chosen = await turns.choose({ limit: atOnce, list, take: () => true })
      const keys = chosen.map(({ key }) => key)
      const claimed = await db.write((transaction) => claim(transaction, keys))
      expect(claimed.map(({ key }) => key).toSorted(), name).toEqual(keys.toSorted())
      expect(await db.write((transaction) => claim(transaction, keys)), name).toEqual([])
      owners.push(...chosen.map(({ owner }) => owner))
    }
    expect(
      owners.filter((owner) => owner === bob),
      name,
    ).toHaveLength(1)
    expect(owners, name).toHaveLength(Math.max(2, atOnce))
  }
  // In the gate, videos are uploaded on SQLite only.
  const areFull = () => Promise.all([ann, bob].map((member) => videos.isFullFor(db.primary, member as MemberId)))
  const { ofMember, inAll } = videos.WAITING_MAX
  expect(await areFull()).toEqual([true, true])
  // Bob's is the last one.
  const leaveLast = (count: number) =>
    db.write((t) => sql`delete from media where created_at <= ${NOW - MANY + 1 - count}`.execute(t))
  for (const [left, full] of [
    [inAll, [true, true]],
    [inAll - 1, [true, false]],
    [ofMember + 1, [true, false]],
    [ofMember, [false, false]],
  ] as const) {
    await leaveLast(left)
    expect(await areFull(), `${left} wait`).toEqual(full)
  }
})
