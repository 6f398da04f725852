import { sql } from 'kysely'
import type { Connection } from '../../../database/database.ts'
import { isPostgres } from '../../../database/engine.ts'
import { isIn } from '../../../database/in-list.ts'
import type { MemberId } from '../../../database/schema.ts'

/**
 * Members with this username, or with this e-mail address, which several may have: first those who have confirmed it.
 * They are locked, so that concurrent requests do not exceed the limit together.
 */
export function lockByName(transaction: Connection, name: string, limit: number) {
  return transaction
    .selectFrom('members')
    .select(['id', 'username', 'email', 'email_confirmed_at', 'suspended_at', 'suspended_until'])
    .select(['locale', 'seen_locale'])
    .where('deleted_at', 'is', null)
    .where('is_shared', '=', 0)
    .where('email', '<>', '')
    .$if(!name.includes('@'), (query) => query.where('username_key', '=', name.toLowerCase()))
    .$if(name.includes('@'), (query) => query.where(sql`lower(email)`, '=', sql`lower(${name})`))
    .orderBy(sql`email_confirmed_at is null`)
    .orderBy('id')
    .limit(limit)
    .$if(isPostgres(transaction), (query) => query.forNoKeyUpdate())
    .execute()
}

/** How many links of mails each of these members has been sent that expire after `now`. */
export async function countResets(db: Connection, members: readonly MemberId[], now: number) {
  const rows = await db
    .selectFrom('password_resets')
    .select(['member_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where(isIn(db, 'member_id', members))
    .where('address', 'is not', null)
    .where('expires_at', '>', now)
    .groupBy('member_id')
    .execute()
  return new Map(rows.map(({ member_id, count }) => [member_id, Number(count)]))
}
