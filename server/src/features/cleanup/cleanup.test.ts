import { IDEMPOTENCY_SECONDS } from '@quack/contract/rules/limits'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { test as base } from '../../../test/fixtures.ts'
import { signUp } from '../../../test/members.ts'
import { signInAgain } from '../../../test/push.ts'
import { WITHOUT_BACKGROUND_WORK } from '../../../test/without-background-work.ts'
import { oldestNeededEvent } from '../../database/ranked-snapshot.ts'
import type { MemberId } from '../../database/schema.ts'
import { oldestEvent } from '../account-events/account-events.service.ts'
import { BACK_OFF_KEPT_MS } from '../push/push-back-offs.queries.ts'
import { BATCH } from './cleanup.queries.ts'
import { cleanUp } from './cleanup.ts'

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
    await sql`update account_events set id = ${oldestEvent() - 1}
      where id = (select max(id) from account_events)`.execute(transaction)
  })
  let transactions = 1
  for (; (await cleanUp(db, now)).isMore; transactions++);
  expect(transactions, 'as many as there are batches').toBe(2)
  expect({
    sessions: await count('sessions'),
    events: await count('account_events'),
    keys: await count('idempotency_keys'),
    backOffs: await count('push_back_offs'),
    likes: await count('like_events', sql`at <= ${oldest}`),
  }).toEqual({ sessions: sessions - 1, events: events - 1, keys: 0, backOffs: 1, likes: 1 })
})
