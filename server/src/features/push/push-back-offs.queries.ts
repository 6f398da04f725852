import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId } from '../../database/schema.ts'

/** How long a back-off is remembered after it, in milliseconds. */
export const BACK_OFF_KEPT_MS = 24 * 60 * 60_000

interface Of {
  readonly member: MemberId
  readonly service: string
}
interface BackOff extends Of {
  readonly attempts: number
  readonly dueAt: number
}

/** A push service has not accepted a message to a device of the member, which may be gone. */
export const putBackOff = prepared((db, { member, service, attempts, dueAt }: BackOff) => {
  const greater = isPostgres(db) ? sql`greatest` : sql`max`
  // The account may be gone.
  return sql`
    insert into push_back_offs (member_id, service, attempts, due_at)
    select id, cast(${service} as text), cast(${attempts} as integer), cast(${dueAt} as bigint)
    from members where id = ${member} ${isPostgres(db) ? sql`for key share` : sql``}
    on conflict (member_id, service) do update set
      attempts = ${greater}(push_back_offs.attempts, excluded.attempts),
      due_at = ${greater}(push_back_offs.due_at, excluded.due_at)`
}).run

const backOffOf = prepared((db, { member, service, since }: Of & { since: number }) =>
  db
    .selectFrom('push_back_offs')
    .select(['attempts', 'due_at'])
    .where('member_id', '=', member)
    .where('service', '=', service)
    .where('due_at', '>=', since),
)

/** How a new subscription of the member to the push service begins. */
export function findBackOff(db: Connection, { member, service }: Of, now: number) {
  return backOffOf.first(db, { member, service, since: now - BACK_OFF_KEPT_MS })
}

export const endBackOff = prepared((db, { member, service }: Of) =>
  db.deleteFrom('push_back_offs').where('member_id', '=', member).where('service', '=', service),
).run
