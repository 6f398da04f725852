import type { Database } from '../server/src/database/database.ts'
import type { MemberId, SessionId } from '../server/src/database/schema.ts'
import { createTokens } from '../server/src/features/sessions/tokens.ts'
import type { namesOf } from './dataset.ts'

/** Tokens of the dataset's members by their number, each with a session of its own. */
export function createMemberTokens(db: Database, secret: string, names: ReturnType<typeof namesOf>) {
  const tokens = createTokens(secret)
  const known = new Map<number, string>()
  return async (member: number): Promise<string> => {
    const present = known.get(member)
    if (present !== undefined) return present
    const sid = db.ids.next<SessionId>()
    const row = { id: sid, member_id: names.memberId(member) as MemberId, expires_at: Date.now() + 86_400_000 }
    await db.write((transaction) => transaction.insertInto('sessions').values(row).execute())
    const claims = { _id: String(names.memberId(member)), username: names.username(member), sid: String(sid) }
    const token = tokens.sign(claims, 86_400)
    known.set(member, token)
    return token
  }
}
