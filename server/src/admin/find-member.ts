import type { Database } from '../database/database.ts'
import type { MemberId } from '../database/schema.ts'
import { findIdByUsername } from '../features/members/members.queries.ts'
import { CommandError, printable } from './command.ts'

export async function findMember(
  db: Database,
  [name = '']: readonly string[],
): Promise<{ id: MemberId; name: string }> {
  const id = await findIdByUsername(db.read, name)
  if (id === null) throw new CommandError(`There is no member ${printable(name)}.`)
  return { id, name }
}
