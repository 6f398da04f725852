import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { cursorForm, type PageRequest } from '../../database/paging.ts'
import type { MemberId } from '../../database/schema.ts'

/** Whose follows make someone near: the newest of the viewer's follows, so that the cost is bounded. */
const NEAR_FOLLOWS = 200

export interface Suggestion {
  readonly id: MemberId
  /** 1 for people followed by those the viewer follows, else 0. */
  readonly near: number
  readonly followers: number
}

export const SUGGESTIONS_CURSOR = cursorForm('suggestions', ['near', 'followers', 'id'])

type Request = PageRequest<Record<'near' | 'followers' | 'id', number>>

/** Near people first, each part with the most followed first; without the viewer and those the viewer follows. */
export async function listSuggestions(db: Connection, viewer: MemberId, { limit, after }: Request) {
  const near = after?.near === 0 ? [] : await listPart(db, viewer, 1, { limit, after })
  if (near.length >= limit) return near
  const rest = { limit: limit - near.length, after: after?.near === 0 ? after : null }
  return [...near, ...(await listPart(db, viewer, 0, rest))]
}

async function listPart(db: Connection, viewer: MemberId, near: 0 | 1, { limit, after }: Request) {
  const nearIds = sql`(
    select followed_id from follows where follower_id in (
      select followed_id from follows where follower_id = ${viewer} order by at desc limit ${sql.lit(NEAR_FOLLOWS)}
    ))`
  const { rows } = await sql<Suggestion>`
    select id, ${sql.lit(near)} as near, followers_count as followers from members
    where id ${near ? sql`in` : sql`not in`} ${nearIds}
      and id not in (select followed_id from follows where follower_id = ${viewer})
      and id <> ${viewer}
      ${after ? sql`and (followers_count, id) < (${after.followers}, ${after.id})` : sql``}
    order by followers_count desc, id desc limit ${limit}`.execute(db)
  return rows
}
