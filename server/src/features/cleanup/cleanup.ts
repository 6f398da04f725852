import { IDEMPOTENCY_SECONDS } from '@quack/contract/rules/limits'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { oldestNeededEvent } from '../../database/ranked-snapshot.ts'
import type { JobClock } from '../../jobs/clock.ts'
import { runWith } from '../../jobs/job.ts'
import { type Found, Loop, NOTHING_MORE } from '../../jobs/loop.ts'
import { oldestEvent } from '../account-events/account-events.service.ts'
import { STRANGERS_COUNTED_MS } from '../mails/recipient-limit.ts'
import { BACK_OFF_KEPT_MS } from '../push/push-back-offs.queries.ts'
import { deleteExpired, type Expiry } from './cleanup.queries.ts'

const EVERY_MS = 60 * 60_000
/** Between two transactions that delete as much as they may, in milliseconds. */
const REST_MS = 50
/** For how long a mail that failed is listed. */
const FAILED_MAILS_MS = 14 * 24 * 60 * 60_000
/** Links that confirm an address count against the limit of their member for so long, valid or not. */
const LINKS_COUNTED_MS = 24 * 60 * 60_000
/** For how long a rejected applicant can read why. */
const REJECTED_MS = 30 * 24 * 60 * 60_000

/** For how long it is known that a host has failed, after its rest. */
const HOSTS_KEPT_MS = 24 * 60 * 60_000

/** What is of no use any more. */
const expiries = (now: number): readonly Expiry[] => [
  { table: 'sessions', key: ['id'], column: 'expires_at', before: now },
  { table: 'apps', key: ['id'], column: 'expires_at', before: now },
  { table: 'app_codes', key: ['code_hash'], column: 'expires_at', before: now },
  { table: 'app_tokens', key: ['token_hash'], column: 'expires_at', before: now },
  { table: 'password_resets', key: ['token_hash'], column: 'expires_at', before: now },
  { table: 'used_challenges', key: ['hash'], column: 'expires_at', before: now },
  { table: 'email_tokens', key: ['token_hash'], column: 'created_at', before: now - LINKS_COUNTED_MS },
  { table: 'applications', key: ['id'], column: 'rejected_at', before: now - REJECTED_MS },
  { table: 'mailed_strangers', key: ['id'], column: 'at', before: now - STRANGERS_COUNTED_MS },
  { table: 'mails', key: ['id'], column: 'failed_at', before: now - FAILED_MAILS_MS },
  { table: 'push_back_offs', key: ['member_id', 'service'], column: 'due_at', before: now - BACK_OFF_KEPT_MS },
  { table: 'link_hosts', key: ['host'], column: 'rests_until', before: now - HOSTS_KEPT_MS },
  { table: 'account_events', key: ['id'], column: 'id', before: oldestEvent(now) },
  {
    table: 'idempotency_keys',
    key: ['member_id', 'key'],
    column: 'created_at',
    before: now - IDEMPOTENCY_SECONDS * 1_000,
  },
  { table: 'like_events', key: ['at'], column: 'at', before: oldestNeededEvent(now) },
  { table: 'follow_events', key: ['at'], column: 'at', before: oldestNeededEvent(now) },
]

/** Deletes what has expired, in short transactions, until one has deleted as much as it may. */
export async function cleanUp(db: Database, now: number): Promise<Found> {
  for (const expiry of expiries(now)) {
    const isMore = await db.write((transaction) => deleteExpired(transaction, expiry), { isBackground: true })
    if (isMore) return { isMore, restMs: REST_MS }
  }
  return NOTHING_MORE
}

export function startCleanup(app: FastifyInstance, db: Database, clock: JobClock): void {
  const look = () => cleanUp(db, clock.now())
  const purpose = 'delete what has expired'
  runWith(app, new Loop({ name: 'expiry', purpose, logger: app.log, clock, everyMs: EVERY_MS, gatherMs: 0, look }))
}
