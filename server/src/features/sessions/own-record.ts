import type { Member } from '@quack/contract'
import { EMBED_DEFAULT } from '@quack/contract/rules/limits'
import type { Database } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { getMember } from '../members/members.hydrate.ts'
import { readHidden } from '../visibility/visibility.queries.ts'

/** The member's own record, for the answer to a sign-up or sign-in. */
export async function ownRecord(db: Database, id: MemberId): Promise<Member> {
  return getMember(db.read, id, { viewer: id, embed: EMBED_DEFAULT, hidden: await readHidden(db.read, id) })
}
