import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId, SessionId } from '../../database/schema.ts'
import { findBackOff } from './push-back-offs.queries.ts'
import { serviceOf } from './push-slots.ts'
import { deleteTags } from './push-tags.queries.ts'

export interface NewSubscription {
  readonly session: SessionId
  readonly member: MemberId
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly now: number
}

/** Locks a session against its end. @returns false if it has ended */
export async function lockSession(db: Connection, session: SessionId): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', session)
    .$if(isPostgres(db), (query) => query.forKeyShare())
    .executeTakeFirst()
  return row !== undefined
}

interface Row extends NewSubscription {
  readonly service: string
  readonly attempts: number
  readonly dueAt: number | null
}

const deleteOtherOfSession = prepared((db, { session, endpoint }: Pick<NewSubscription, 'session' | 'endpoint'>) =>
  db.deleteFrom('push_subscriptions').where('session_id', '=', session).where('endpoint', '<>', endpoint),
)

const putRow = prepared((db, { session, member, endpoint, p256dh, auth, now, service, attempts, dueAt }: Row) =>
  db
    .insertInto('push_subscriptions')
    .values({
      ...{ session_id: session, member_id: member, endpoint, p256dh, auth, created_at: now },
      ...{ service, attempts, due_at: dueAt },
    })
    .onConflict((conflict) =>
      conflict
        .column('endpoint')
        .doUpdateSet({
          ...{ session_id: session, member_id: member, p256dh, auth, created_at: now },
          ...{ sent_at: null, due_at: dueAt, claimed_until: 0, service, attempts, alerts: null },
        })
        // The same subscription again changes nothing. Only who has its keys takes it from another session: the
        // endpoint alone is known to the push service, and to whoever reads its logs.
        .where((eb) => {
          const isSame = eb.and([
            eb('push_subscriptions.p256dh', '=', p256dh),
            eb('push_subscriptions.auth', '=', auth),
          ])
          const isOwn = eb('push_subscriptions.session_id', '=', session)
          return eb.or([eb.and([isOwn, eb.not(isSame)]), eb.and([eb.not(isOwn), isSame])])
        }),
    ),
)

/**
 * Replaces the subscription of the session, and takes the device from another session if the keys are the same. The
 * member must be locked alone, so that no other request of the session does so at the same time. A push service that
 * has not accepted messages is not tried sooner because of a new subscription.
 */
export async function putSubscription(db: Connection, subscription: NewSubscription): Promise<void> {
  const service = serviceOf(subscription.endpoint)
  const { attempts = 0, due_at: dueAt = null } =
    (await findBackOff(db, { ...subscription, service }, subscription.now)) ?? {}
  await deleteOtherOfSession.run(db, subscription)
  const isNew = (await putRow.run(db, { ...subscription, service, attempts, dueAt })) > 0
  if (isNew) await deleteTags(db, { session: subscription.session })
}

/** What an app wants messages of. */
export const setAlerts = prepared((db, { session, alerts }: { session: SessionId; alerts: string }) =>
  db.updateTable('push_subscriptions').set({ alerts }).where('session_id', '=', session),
).run

export const findOfApp = prepared((db, { session }: { session: SessionId }) =>
  db.selectFrom('push_subscriptions').select(['endpoint', 'alerts']).where('session_id', '=', session),
).first

/** The subscriptions of a member's present sessions, newest first. */
export const listDevices = prepared((db, { member, now }: { member: MemberId; now: number }) =>
  db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .select(['push_subscriptions.session_id as session', 'sessions.device'])
    .select(['push_subscriptions.created_at', 'push_subscriptions.sent_at'])
    .where('push_subscriptions.member_id', '=', member)
    .where('sessions.expires_at', '>=', now)
    .orderBy('push_subscriptions.created_at', 'desc')
    .orderBy('push_subscriptions.session_id', 'desc'),
).all

const deleteRow = prepared((db, { member, session }: { member: MemberId; session: SessionId }) =>
  db.deleteFrom('push_subscriptions').where('session_id', '=', session).where('member_id', '=', member),
)

/** @returns false if the member has no such subscription */
export async function deleteSubscription(db: Connection, member: MemberId, session: SessionId): Promise<boolean> {
  if ((await deleteRow.run(db, { member, session })) === 0) return false
  await deleteTags(db, { session })
  return true
}

/** The push service knows the subscription no more. It may have been replaced meanwhile. */
export const deleteEnded = prepared((db, { session, endpoint }: Pick<NewSubscription, 'session' | 'endpoint'>) =>
  db.deleteFrom('push_subscriptions').where('session_id', '=', session).where('endpoint', '=', endpoint),
).run
