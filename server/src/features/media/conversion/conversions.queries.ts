import { type SqlBool, sql } from 'kysely'
import type { Connection } from '../../../database/database.ts'
import { isPostgres } from '../../../database/engine.ts'
import { isNotIn, isOneOf } from '../../../database/in-list.ts'
import { prepared } from '../../../database/prepared.ts'
import type { MemberId } from '../../../database/schema.ts'
import type { Claim, Due } from '../../../jobs/queue.ts'

/** Maximum number of attempts that ended without a result, such as with the death of the server. */
export const ATTEMPTS_MAX = 3

/**
 * Maximum number of videos that are not converted yet, of a member and in all, but for those that arrive at the same
 * moment.
 */
export const WAITING_MAX = { ofMember: 50, inAll: 1_000 }

/** Of those who have uploaded the video, the member with the lowest id; 0 if nobody has. */
const OWNER = sql<number>`coalesce((
  select min(media_uploaders.member_id) from media_uploaders where media_uploaders.name = media.name
), 0)`

/** Videos that wait and that no node has claimed, those that have waited longest first. */
export const listWaiting = prepared((db, { now, except, limit }: Due) =>
  db
    .selectFrom('media')
    .select(['name as key', OWNER.as('owner')])
    .where('state', '=', sql.lit('converting'))
    .where('claimed_until', '<=', now)
    // With a plus, SQLite does not walk the index of what is being removed, in which nearly all media are.
    .where(sql<SqlBool>`+removing_at is null`)
    .where(isNotIn(db, OWNER, except))
    .orderBy('created_at')
    .limit(limit),
).all

/** Whether as many videos wait as may, of a member or in all. */
export async function isFullFor(db: Connection, by: MemberId): Promise<boolean> {
  const all = db
    .selectFrom('media')
    .select('name')
    .where('state', '=', sql.lit('converting'))
    .where(sql<SqlBool>`+removing_at is null`)
    .limit(1)
  const own = all.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('media_uploaders')
        .select('member_id')
        .whereRef('media_uploaders.name', '=', 'media.name')
        .where('member_id', '=', by),
    ),
  )
  const last =
    (await own.offset(WAITING_MAX.ofMember - 1).executeTakeFirst()) ??
    (await all.offset(WAITING_MAX.inAll - 1).executeTakeFirst())
  return last !== undefined
}

/** Claims those of the videos that still wait. No other node gets them until then. */
export const claimVideos = prepared((db, { keys, now, until }: Claim<string>) =>
  db
    .updateTable('media')
    .set((eb) => ({ claimed_until: until, attempts: eb('attempts', '+', 1) }))
    .where('name', 'in', () =>
      db
        .selectFrom('media as free')
        .select('free.name')
        .where(isOneOf(db, 'free.name', keys))
        .where('free.state', '=', 'converting')
        .where('free.claimed_until', '<=', now)
        .where('free.removing_at', 'is', null)
        .$if(isPostgres(db), (query) => query.forUpdate().skipLocked()),
    )
    .returning(['name as key', 'width', 'height', 'duration'])
    // Attempts before this one. It counts from now on, in case that it kills the server.
    .returning((eb) => eb('attempts', '-', 1).as('attempts')),
).all

export type Video = Awaited<ReturnType<typeof claimVideos>>[number]

export const renewClaims = prepared((db, { keys, now, until }: Claim<string>) =>
  db
    .updateTable('media')
    .set({ claimed_until: until })
    .where(isOneOf(db, 'name', keys))
    .where('state', '=', 'converting')
    .where('claimed_until', '>', now),
).run

/** Ends a claim: any node can convert the video after `from`. @param attempts that count so far */
export async function postponeVideo(db: Connection, name: string, from: number, attempts: number): Promise<void> {
  await setIfInState(db, name, ['converting'], { claimed_until: from, attempts })
}

export async function restartConversion(db: Connection, name: string): Promise<void> {
  await db
    .updateTable('media')
    .set({ state: 'converting', claimed_until: 0, attempts: 0 })
    .where('name', '=', name)
    .where('state', '<>', 'ready')
    .execute()
}

/**
 * Ends a conversion, which may have ended already: if the claim of this node ran out, another one was as fast.
 * @returns false if there is no such conversion, such as if the media were removed meanwhile
 */
export function endConversion(
  db: Connection,
  name: string,
  end: { state: 'ready'; bytes: number } | { state: 'failed' },
): Promise<boolean> {
  return setIfInState(db, name, end.state === 'ready' ? ['converting', 'ready'] : ['converting'], end)
}

async function setIfInState(
  db: Connection,
  name: string,
  states: readonly ('converting' | 'ready')[],
  change: { claimed_until?: number; attempts?: number; state?: 'ready' | 'failed'; bytes?: number },
): Promise<boolean> {
  const result = await db
    .updateTable('media')
    .set(change)
    .where('name', '=', name)
    .where('state', 'in', states)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
