import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { isIn } from '../../database/in-list.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId, PostId, Schema } from '../../database/schema.ts'

type Content = Pick<Schema['polls'], 'multiple' | 'may_change' | 'show_results' | 'ends_at'>

const inserted = prepared((db, row: Content & { post: PostId; author: MemberId; id: number }) =>
  db
    .insertInto('polls')
    .values({
      ...{ post_id: row.post, id: row.id, author_id: row.author, version: 1, multiple: row.multiple },
      ...{ may_change: row.may_change, show_results: row.show_results, ends_at: row.ends_at, due_at: row.ends_at },
    })
    // The row of one that was removed.
    .onConflict((conflict) =>
      conflict.column('post_id').doUpdateSet({
        id: sql`excluded.id`,
        multiple: sql`excluded.multiple`,
        may_change: sql`excluded.may_change`,
        show_results: sql`excluded.show_results`,
        ends_at: sql`excluded.ends_at`,
        due_at: sql`case polls.has_old_votes when 0 then excluded.due_at else polls.due_at end`,
      }),
    ),
)

/** Asks with a post. */
export const putPoll = inserted.send

export const findPoll = prepared((db, { post }: { readonly post: PostId }) =>
  db
    .selectFrom('polls')
    .select(['version', 'multiple', 'may_change', 'show_results', 'ends_at', 'ended_at'])
    .where('post_id', '=', post),
).first

/** Of a locked post. */
export async function updatePoll(
  transaction: Connection,
  { post, isReset, ...content }: Content & { post: PostId; isReset: boolean },
): Promise<void> {
  await transaction
    .updateTable('polls')
    .set({ ...content, due_at: sql`case has_old_votes when 0 then cast(${content.ends_at} as bigint) else due_at end` })
    .where('post_id', '=', post)
    .execute()
  if (isReset) await beginAnew(transaction, post)
}

/** Of a locked post. The row stays, so that votes on it are never taken for votes on another one. */
export async function removePoll(transaction: Connection, post: PostId): Promise<void> {
  await transaction
    .updateTable('polls')
    .set({ ended_at: null, told_to: null, due_at: sql`case has_old_votes when 0 then null else due_at end` })
    .where('post_id', '=', post)
    .execute()
  await beginAnew(transaction, post)
}

/** Votes on the version until now are none from now on. They may be very many, so a job deletes them. */
async function beginAnew(transaction: Connection, post: PostId): Promise<void> {
  const deleted = await transaction.deleteFrom('poll_counts').where('post_id', '=', post).executeTakeFirst()
  const hadVotes = deleted.numDeletedRows > 0n
  await transaction
    .updateTable('polls')
    .set((eb) => ({
      version: eb('version', '+', 1),
      ...(hadVotes && { has_old_votes: 1 as const, due_at: 0 }),
    }))
    .where('post_id', '=', post)
    .execute()
}

const sum = (column: keyof Schema['poll_counts']) =>
  sql<number>`coalesce(sum(${sql.ref(`poll_counts.${column}`)}), 0)`.as(column)

/** Polls by their posts, with exact counts. */
export const listPolls = prepared((db, { ids }: { readonly ids: readonly PostId[] }) =>
  db
    .selectFrom('polls')
    .leftJoin('poll_counts', 'poll_counts.post_id', 'polls.post_id')
    .select(['polls.post_id', 'polls.version', 'polls.multiple', 'polls.may_change', 'polls.show_results'])
    .select(['polls.ends_at', 'polls.ended_at'])
    .select([sum('voters'), sum('votes_0'), sum('votes_1'), sum('votes_2'), sum('votes_3')])
    .select([sum('votes_4'), sum('votes_5')])
    .where(isIn(db, 'polls.post_id', ids))
    .groupBy('polls.post_id'),
).all

export type VoteRow = Pick<Schema['poll_votes'], 'version' | 'choices'> & { readonly post_id: PostId }

/** A member's votes on these posts, those of earlier versions too. */
export const listVotes = prepared((db, { member, posts }: { member: MemberId; posts: readonly PostId[] }) =>
  db
    .selectFrom('poll_votes')
    .select(['post_id', 'version', 'choices'])
    .where('member_id', '=', member)
    .where(isIn(db, 'post_id', posts)),
).all

/** Rows of `poll_counts` for each poll, at most. */
const PARTS = 32

/**
 * Adds votes to the counts: those of `given`, with the columns `post_id`, `voters` and, as bits, the choices that are
 * `added` and `removed`. The posts are locked against a change of the version. On PostgreSQL a row that is changed
 * stays locked until the commit is on the disk, so connections use several rows.
 */
export const countVotes = (db: Connection, given: ReturnType<typeof sql>) => {
  const part = isPostgres(db) ? sql`pg_backend_pid() % ${sql.lit(PARTS)}` : sql.lit(0)
  const options = [0, 1, 2, 3, 4, 5]
  const column = (option: number) => sql.ref(`votes_${option}`)
  const change = (option: number) =>
    sql`((given.added >> ${sql.lit(option)}) & 1) - ((given.removed >> ${sql.lit(option)}) & 1)`
  const add = (name: ReturnType<typeof sql.ref>) => sql`${name} = poll_counts.${name} + excluded.${name}`
  return sql`
    insert into poll_counts (post_id, part, voters, ${sql.join(options.map(column))})
    select given.post_id, ${part}, given.voters, ${sql.join(options.map(change))} from ${given} as given where true
    on conflict (post_id, part) do update set ${add(sql.ref('voters'))}, ${sql.join(options.map((option) => add(column(option))))}`
}

/**
 * Takes a member's votes from the counts, as far as they are of the present version, and locks their posts.
 * @param votes which are being deleted, at most one of each post
 */
export async function uncountVotes(transaction: Connection, votes: readonly VoteRow[]): Promise<void> {
  if (votes.length === 0) return
  const byPost = new Map(votes.map((vote) => [vote.post_id, vote]))
  const ids = [...byPost.keys()]
  if (isPostgres(transaction))
    await sql`select id from posts where ${isIn(transaction, 'id', ids)} order by id for key share`.execute(transaction)
  const polls = await transaction
    .selectFrom('polls')
    .select(['post_id', 'version'])
    .where(isIn(transaction, 'post_id', ids))
    .orderBy('post_id')
    .execute()
  const rows = polls.flatMap(({ post_id, version }) => {
    const vote = byPost.get(post_id)
    if (vote?.version !== version) return []
    return sql`select cast(${post_id} as bigint) as post_id, -1 as voters, 0 as added, cast(${vote.choices} as integer) as removed`
  })
  if (rows.length === 0) return
  await countVotes(transaction, sql`(${sql.join(rows, sql` union all `)})`).execute(transaction)
}
