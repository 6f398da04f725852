import { IDEMPOTENCY_SECONDS } from '@quack/contract/rules/limits'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { test as base } from '../../../test/fixtures.ts'
import { signUp } from '../../../test/members.ts'
import { signInAgain } from '../../../test/push.ts'
import { createTestClock } from '../../../test/test-clock.ts'
import { WITHOUT_BACKGROUND_WORK } from '../../../test/without-background-work.ts'
import type { Database } from '../../database/database.ts'
import { oldestNeededEvent } from '../../database/ranked-snapshot.ts'
import type { ApplicationId, MemberId } from '../../database/schema.ts'
import { oldestEvent } from '../account-events/account-events.service.ts'
import { BACK_OFF_KEPT_MS } from '../push/push-back-offs.queries.ts'
import { BATCH } from './cleanup.queries.ts'
import { cleanUp } from './cleanup.ts'

const DAY = 24 * 60 * 60_000

/** A sign-up that waits, or was rejected then. */
async function apply(db: Database, username: string, rejectedAt: number | null): Promise<void> {
  const application = {
    ...{ username, username_key: username, first_name: 'New', last_name: 'Comer', email: 'new@example.com' },
    ...{ password_hash: '', avatar_url: '', extra: '{}', answer: '', rejected_at: rejectedAt },
  }
  const id = db.ids.next<ApplicationId>()
  await db.write((transaction) =>
    transaction
      .insertInto('applications')
      .values({ id, ...application })
      .execute(),
  )
}

const test = base.extend('options', { scope: 'file' }, () => WITHOUT_BACKGROUND_WORK)

test('what has expired is deleted, and nothing else, in short transactions', async ({ ownApp }) => {
  const { db } = ownApp
  const ann = await signUp(ownApp)
  const headers = { prefer: 'return=minimal', 'idempotency-key': 'old' } as const
  const { post } = await ann.call('POST /api/posts', { body: { postData: { content: 'Quack' } }, headers })
  await signInAgain(ownApp, ann.username)
  const now = Date.now()
  const count = async (table: string, where = sql`true`) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where ${where}`.execute(db.primary)
    return Number(rows[0]?.count)
  }
  const [sessions, events] = [await count('sessions'), await count('account_events')]
  const oldest = oldestNeededEvent(now)
  await db.write(async (transaction) => {
    const event = { post_id: Number(post?._id), delta: 1 }
    const rows = Array.from({ length: BATCH + 1 }, (_, index) => ({ ...event, at: oldest - index }))
    await transaction
      .insertInto('like_events')
      .values(rows as never)
      .execute()
    const backOffs = [0, 1].map((age) => ({
      ...{ member_id: Number(ann._id) as MemberId, service: `push${age}.example` },
      ...{ attempts: 1, due_at: now - BACK_OFF_KEPT_MS - age },
    }))
    await transaction.insertInto('push_back_offs').values(backOffs).execute()
    await sql`update idempotency_keys set created_at = ${now - IDEMPOTENCY_SECONDS * 1_000 - 1}`.execute(transaction)
    await sql`update sessions set expires_at = ${now - 1} where id = (select max(id) from sessions)`.execute(
      transaction,
    )
    await sql`update account_events set id = ${oldestEvent(now) - 1}
      where id = (select max(id) from account_events)`.execute(transaction)
  })
  for (const rejectedAt of [now - 30 * DAY - 1, now - 30 * DAY, null])
    await apply(db, `newcomer${rejectedAt ?? ''}`, rejectedAt)
  let transactions = 1
  for (; (await cleanUp(db, now)).isMore; transactions++);
  expect(transactions, 'as many as there are batches').toBe(2)
  expect({
    sessions: await count('sessions'),
    events: await count('account_events'),
    keys: await count('idempotency_keys'),
    applications: await count('applications'),
    backOffs: await count('push_back_offs'),
    likes: await count('like_events', sql`at <= ${oldest}`),
  }).toEqual({ sessions: sessions - 1, events: events - 1, keys: 0, applications: 2, backOffs: 1, likes: 1 })
})

test('time passes by the clock of the server', async () => {
  const clock = createTestClock({ isHourly: true })
  const app = await startTestApp({ clock })
  try {
    const listed = () => app.db.primary.selectFrom('applications').select('username').execute()
    await apply(app.db, 'newcomer', clock.now())
    clock.advance(31 * DAY)
    await expect.poll(listed).toEqual([])
  } finally {
    await app.close()
  }
})
