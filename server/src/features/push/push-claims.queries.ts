import type { Locale } from '@quack/contract/rules/locales'
import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { isIn, isNotIn, isOneOf } from '../../database/in-list.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId, SessionId } from '../../database/schema.ts'
import type { Claim, Due } from '../../jobs/queue.ts'
import type { LocalesOfMember } from '../../locale/languages.ts'

/** A device whose marked tags a node has claimed, and its member's languages. */
export interface Claimed extends LocalesOfMember {
  /** Its session. */
  readonly key: SessionId
  readonly member: MemberId
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly attempts: number
  /** Of an app (push.ts of the schema). */
  readonly alerts: string | null
}

export const hasSubscriptions = prepared((db, _values: object) =>
  db.selectFrom('push_subscriptions').select('session_id').limit(1),
).has

const subscribed = prepared((db, { members }: { members: readonly MemberId[] }) =>
  db
    .selectFrom('push_subscriptions')
    .select('member_id as member')
    .distinct()
    .where(isIn(db, 'member_id', members)),
)

/** Those of these members who have devices. */
export async function listSubscribed(db: Connection, members: readonly MemberId[]): Promise<MemberId[]> {
  if (members.length === 0) return []
  return (await subscribed.all(db, { members })).map(({ member }) => member)
}

interface When extends Due {
  /** Push services whose devices are left out. */
  readonly services: readonly string[]
}

const waiting = prepared((db, { now, real, except, services, limit }: When & { real: number }) =>
  db
    .selectFrom('push_subscriptions')
    .select(['session_id as key', 'member_id as owner', 'endpoint'])
    .where('due_at', '<=', now)
    .where('claimed_until', '<=', now)
    .where(isNotIn(db, 'member_id', except))
    .where((eb) => eb.not(isOneOf(db, 'service', services)))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('sessions')
          .select('sessions.id')
          .whereRef('sessions.id', '=', 'push_subscriptions.session_id')
          // The real time, by which sessions end.
          .where('sessions.expires_at', '>=', real),
      ),
    )
    .orderBy('due_at')
    .limit(limit),
)

/** A device that waits. */
export type Waiting = Awaited<ReturnType<typeof listWaiting>>[number]

/** Devices that wait and that no node has claimed, those that have waited longest first. */
export function listWaiting(db: Connection, when: When) {
  return waiting.all(db, { ...when, real: Date.now() })
}

/** Of the member of a subscription. */
const localeOf = <Column extends 'locale' | 'seen_locale'>(column: Column) =>
  sql<Locale | ''>`(select ${sql.ref(column)} from members where members.id = push_subscriptions.member_id)`.as(column)

/** Claims those of the devices that still wait. No other node gets them until then. */
export const claimDevices = prepared((db, { keys, now, until }: Claim<SessionId>) =>
  db
    .updateTable('push_subscriptions')
    .set({ claimed_until: until })
    .where('session_id', 'in', () =>
      db
        .selectFrom('push_subscriptions as free')
        .select('free.session_id')
        .where(isIn(db, 'free.session_id', keys))
        .where('free.due_at', '<=', now)
        .where('free.claimed_until', '<=', now)
        .$if(isPostgres(db), (query) => query.forUpdate().skipLocked()),
    )
    .returning(['session_id as key', 'member_id as member', 'endpoint', 'p256dh', 'auth', 'attempts', 'alerts'])
    .returning([localeOf('locale'), localeOf('seen_locale')]),
).all

interface Progress {
  readonly session: SessionId
  readonly now: number
  readonly until: number
}

/** The push service has accepted a message. The claim is renewed. */
export const recordAccepted = prepared((db, { session, now, until }: Progress) =>
  db
    .updateTable('push_subscriptions')
    .set({ sent_at: now, attempts: 0, claimed_until: until })
    .where('session_id', '=', session),
).run

interface Release {
  readonly session: SessionId
  readonly dueAt: number
  readonly attempts: number
}

const released = prepared((_db, { session, dueAt, attempts }: Release) => {
  return sql`
    update push_subscriptions set claimed_until = 0, attempts = ${attempts}, due_at = case when exists (
      select 1 from push_tags where push_tags.session_id = push_subscriptions.session_id and mark <> 0
    ) then cast(${dueAt} as bigint) end
    where session_id = ${session}`
})

const locked = prepared((db, { session }: { session: SessionId }) =>
  db
    .selectFrom('push_subscriptions')
    .select('session_id')
    .where('session_id', '=', session)
    .$if(isPostgres(db), (query) => query.forUpdate()),
)

/**
 * Ends a claim. What is still marked, or was marked meanwhile, is due at this time. The lock has a statement of its
 * own, so that the next one sees every mark that was set under it.
 */
export async function releaseClaim(transaction: Connection, release: Release): Promise<void> {
  await locked.all(transaction, release)
  await released.run(transaction, release)
}
