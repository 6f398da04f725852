import { GUEST } from '@quack/contract/rules/demo'
import type { Connection } from '../../../database/database.ts'

/** The account that all guests share; undefined if there is none. */
export function findGuest(db: Connection) {
  return db
    .selectFrom('members')
    .select(['id', 'password_hash', 'suspended_at', 'suspended_until'])
    .where('username_key', '=', GUEST.username)
    .where('is_shared', '=', 1)
    .executeTakeFirst()
}
