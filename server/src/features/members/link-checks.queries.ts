import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { isIn, isNotIn } from '../../database/in-list.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId } from '../../database/schema.ts'
import type { Claim, Due } from '../../jobs/queue.ts'
import { isVisible } from '../visibility/visibility.ts'

/** Between two checks of a member's links, however often the fields are saved, in milliseconds. */
const REST_MS = 60_000

/** Called with the fields of a profile: their links are verified soon, however they were before. */
export async function scheduleCheck(
  transaction: Connection,
  member: MemberId,
  { now, hasLinks }: { now: number; hasLinks: boolean },
): Promise<void> {
  const row = await transaction
    .selectFrom('profile_checks')
    .select('checked_at')
    .where('member_id', '=', member)
    .executeTakeFirst()
  if (!row && !hasLinks) return
  const due_at = hasLinks ? Math.max(now, (row?.checked_at ?? 0) + REST_MS) : null
  // A run under way does not end the claim of this one.
  const next = { due_at, attempts: 0, claimed_until: 0 }
  await transaction
    .insertInto('profile_checks')
    .values({ member_id: member, ...next })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(next))
    .execute()
}

/** Members whose links are to be verified and whom no node has claimed, those who have waited longest first. */
export const listDue = prepared((db, { now, except, limit }: Due) =>
  db
    .selectFrom('profile_checks')
    .select(['member_id as key', 'member_id as owner'])
    .where('due_at', '<=', now)
    .where('claimed_until', '<=', now)
    .where(isNotIn(db, 'member_id', except))
    .orderBy('due_at')
    .limit(limit),
).all

export type WaitingCheck = Awaited<ReturnType<typeof listDue>>[number]

export const claimChecks = prepared((db, { keys, now, until }: Claim<MemberId>) =>
  db
    .updateTable('profile_checks')
    .set({ claimed_until: until, checked_at: now })
    .where('member_id', 'in', () =>
      db
        .selectFrom('profile_checks as free')
        .select('free.member_id')
        .where(isIn(db, 'free.member_id', keys))
        .where('free.due_at', '<=', now)
        .where('free.claimed_until', '<=', now)
        .$if(isPostgres(db), (query) => query.forUpdate().skipLocked()),
    )
    .returning(['member_id as key', 'attempts', 'claimed_until as until']),
).all

export type ClaimedCheck = Awaited<ReturnType<typeof claimChecks>>[number]

/** Ends a claim, unless the fields were saved meanwhile. */
export async function endCheck(
  transaction: Connection,
  { key, until }: Pick<ClaimedCheck, 'key' | 'until'>,
  { dueAt, attempts }: { readonly dueAt: number | null; readonly attempts: number },
): Promise<void> {
  await transaction
    .updateTable('profile_checks')
    .set({ due_at: dueAt, attempts, claimed_until: 0 })
    .where('member_id', '=', key)
    .where('claimed_until', '=', until)
    .execute()
}

/** @returns undefined if the member is gone */
export const findFields = prepared((db, { member }: { readonly member: MemberId }) =>
  db.selectFrom('members').select(['username', 'fields']).where('id', '=', member).where(isVisible),
).first
