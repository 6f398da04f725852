import { sql, type Updateable } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { isIn, isNotIn } from '../../database/in-list.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId, PostId, Schema } from '../../database/schema.ts'
import type { Claim, Due, Progress } from '../../jobs/queue.ts'
import { countVotes, listPolls } from '../posts/post-polls.queries.ts'

type Own = { readonly post: PostId; readonly member: MemberId }

/** The poll of a post that is locked against edits, with the member's vote. */
export const findPoll = prepared((db, { post, member }: Own) =>
  db
    .selectFrom('polls')
    .innerJoin('posts', 'posts.id', 'polls.post_id')
    .leftJoin('poll_votes as own', (join) =>
      join.onRef('own.post_id', '=', 'polls.post_id').on('own.member_id', '=', member),
    )
    .select(['posts.poll_options', 'polls.version', 'polls.multiple', 'polls.may_change', 'polls.ends_at'])
    .select(['polls.ended_at', 'own.version as own_version', 'own.choices as own_choices'])
    .where('polls.post_id', '=', post)
    .where('posts.poll_options', '<>', ''),
).first

/** Locks the member's vote until the transaction ends. */
export const lockVote = prepared((db, { post, member }: Own) =>
  db
    .selectFrom('poll_votes')
    .select(['version', 'choices'])
    .where('post_id', '=', post)
    .where('member_id', '=', member)
    .$if(isPostgres(db), (query) => query.forUpdate()),
).first

interface Vote extends Own {
  readonly version: number
  /** Bits. */
  readonly choices: number
}

/** A member's first vote. @returns false if there is one */
export const insertVote = prepared((db, { post, member, version, choices }: Vote) =>
  db
    .insertInto('poll_votes')
    .values({ post_id: post, member_id: member, version, choices })
    .onConflict((conflict) => conflict.columns(['post_id', 'member_id']).doNothing()),
).changes

/** Of a locked vote. */
export const updateVote = prepared((db, { post, member, version, choices }: Vote) =>
  db.updateTable('poll_votes').set({ version, choices }).where('post_id', '=', post).where('member_id', '=', member),
).send

interface Change {
  readonly post: PostId
  readonly voters: 0 | 1
  readonly added: number
  readonly removed: number
}

const counted = prepared((db, { post, voters, added, removed }: Change) =>
  countVotes(
    db,
    sql`(select cast(${post} as bigint) as post_id, cast(${voters} as integer) as voters,
      cast(${added} as integer) as added, cast(${removed} as integer) as removed)`,
  ),
)

/** Of a post that is locked against edits. */
export const countVote = (transaction: Connection, change: Change): Promise<void> => counted.send(transaction, change)

/**
 * Polls with something to do that no node has claimed, those that have waited longest first. Their authors take turns.
 */
export const listDue = prepared((db, { now, except, limit }: Due) =>
  db
    .selectFrom('polls')
    .select(['post_id as key', 'author_id as owner'])
    .where('due_at', '<=', now)
    .where('claimed_until', '<=', now)
    .where(isNotIn(db, 'author_id', except))
    .orderBy('due_at')
    .limit(limit),
).all

export type DuePoll = Awaited<ReturnType<typeof listDue>>[number]

/** Claims those of the polls that are still due. */
export const claimPolls = prepared((db, { keys, now, until }: Claim<PostId>) =>
  db
    .updateTable('polls')
    .set({ claimed_until: until })
    .where('post_id', 'in', () =>
      db
        .selectFrom('polls as free')
        .select('free.post_id')
        .where(isIn(db, 'free.post_id', keys))
        .where('free.due_at', '<=', now)
        .where('free.claimed_until', '<=', now)
        .$if(isPostgres(db), (query) => query.forUpdate().skipLocked()),
    )
    .returning(['post_id as key', 'attempts']),
).all

export type ClaimedPoll = Awaited<ReturnType<typeof claimPolls>>[number]

/** Ends a claim. @param dueAt when there is something to do; by default, as it is */
export async function endClaim(
  db: Connection,
  { key }: ClaimedPoll,
  { dueAt, attempts = 0 }: Partial<Progress> = {},
): Promise<void> {
  await db
    .updateTable('polls')
    .set({ claimed_until: 0, attempts, ...(dueAt !== undefined && { due_at: dueAt }) })
    .where('post_id', '=', key)
    .execute()
}

/** Locks a poll against other steps of its job, and a removed one too. */
export const lockPoll = prepared((db, { post }: { readonly post: PostId }) =>
  db
    .selectFrom('polls')
    .innerJoin('posts', 'posts.id', 'polls.post_id')
    .select(['polls.id', 'polls.author_id as author', 'polls.version', 'polls.ends_at', 'polls.ended_at'])
    .select(['polls.due_at', 'polls.told_to', 'polls.has_old_votes', 'posts.poll_options'])
    .where('polls.post_id', '=', post)
    .$if(isPostgres(db), (query) => query.forUpdate('polls')),
).first

export type LockedPoll = NonNullable<Awaited<ReturnType<typeof lockPoll>>>

/**
 * Locks the post of a poll, if there is one, before the poll, as an edit does.
 * @param isAlone whether votes that are under way are waited for, and no further one begins until the transaction ends
 */
export async function lockPost(db: Connection, post: PostId, isAlone: boolean): Promise<void> {
  const strength = isAlone ? sql`for update` : sql`for key share`
  if (isPostgres(db)) await sql`select id from posts where id = ${post} ${strength}`.execute(db)
}

/** Of a locked poll. */
export async function updatePoll(
  db: Connection,
  post: PostId,
  change: Pick<Updateable<Schema['polls']>, 'due_at' | 'ended_at' | 'told_to' | 'has_old_votes'>,
): Promise<void> {
  await db.updateTable('polls').set(change).where('post_id', '=', post).execute()
}

/** Nobody votes any more, so the counts become one row. */
export async function foldCounts(db: Connection, post: PostId): Promise<void> {
  const [counts] = await listPolls(db, { ids: [post] })
  if (!counts) return
  const { voters, votes_0, votes_1, votes_2, votes_3, votes_4, votes_5 } = counts
  await db.deleteFrom('poll_counts').where('post_id', '=', post).execute()
  const row = { post_id: post, part: 0, voters, votes_0, votes_1, votes_2, votes_3, votes_4, votes_5 }
  await db.insertInto('poll_counts').values(row).execute()
}

interface Voters {
  readonly post: PostId
  readonly version: number
  readonly after: number
  readonly limit: number
}

/** Who has voted, by id. */
export const listVoters = prepared((db, { post, version, after, limit }: Voters) =>
  db
    .selectFrom('poll_votes')
    .select('member_id as id')
    .where('post_id', '=', post)
    .where('version', '=', version)
    .where('member_id', '>', after as MemberId)
    .orderBy('member_id')
    .limit(limit),
).all

/** Deletes a batch of votes on versions before this one. @returns how many */
export async function deleteOldVotes(db: Connection, post: PostId, before: number, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from poll_votes where post_id = ${post} and member_id in (
      select member_id from poll_votes where post_id = ${post} and version < ${before} limit ${limit})
    and version < ${before} returning 1`.execute(db)
  return rows.length
}
