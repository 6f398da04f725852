import { sql } from 'kysely'
import type { Connection } from '../src/database/database.ts'
import type { Schema } from '../src/database/schema.ts'

/**
 * Stored counts and their lists: [table, column, table of the list, column that references the row, which rows count].
 */
const COUNTS = [
  ['posts', 'liked_by_count', 'likes', 'post_id', ''],
  ['posts', 'disliked_by_count', 'dislikes', 'post_id', ''],
  ['posts', 'repost_count', 'reposts', 'post_id', ''],
  ['posts', 'quote_count', 'posts', 'quoted_id', 'where quoted_id > 0'],
  ['posts', 'comment_count', 'comments', 'post_id', ''],
  ['comments', 'upvote_count', 'comment_votes', 'comment_id', 'where vote = 1'],
  ['comments', 'downvote_count', 'comment_votes', 'comment_id', 'where vote = -1'],
  ['members', 'posts_count', 'posts', 'author_id', 'where hidden_at is null'],
  ['members', 'followers_count', 'follows', 'followed_id', ''],
  ['members', 'following_count', 'follows', 'follower_id', ''],
] as const

type Counted = {
  [Table in keyof Schema]: `${Table}.${Extract<keyof Schema[Table], `${string}_count`>}`
}[keyof Schema]
type Compared = (typeof COUNTS)[number] extends infer Count
  ? Count extends readonly [infer Table extends string, infer Column extends string, ...unknown[]]
    ? `${Table}.${Column}`
    : never
  : never
/** `posts.like_count` is a running count, not that of a list. That of a hashtag's posts is a copy, compared below. */
type Others = 'posts.like_count' | 'post_tags.like_count'
// A count that is missing is a compile error.
void ({} satisfies Record<Exclude<Counted, Compared | Others>, unknown>)

const STAYS = 'in (select id from members where deleted_at is null)'
const SHOWN = {
  members: `t.id ${STAYS}`,
  posts: `t.author_id ${STAYS}`,
  comments: `t.author_id ${STAYS} and t.post_id in (select id from posts where author_id ${STAYS})`,
}

/**
 * Finds counts that differ from their lists. There must be none at any time. Rows of deleted members are ignored,
 * because they are not visible.
 */
export async function findWrongCounts(db: Connection): Promise<string[]> {
  const problems: string[] = []
  for (const [table, column, list, owner, only] of COUNTS) {
    const shown = SHOWN[table]
    // One pass over both tables. It needs no statistics of the tables, and engines in shards can plan it.
    const { rows } = await sql<{ id: number; said: number; real: number }>`
      select id, sum(said) as said, sum(real) as real from (
        select t.id, 1 as shown, t.${sql.ref(column)} as said, 0 as real from ${sql.table(table)} as t
        where ${sql.raw(shown)}
        union all select ${sql.ref(owner)}, 0, 0, 1 from ${sql.table(list)} ${sql.raw(only)}
      ) as counted
      group by id having sum(shown) > 0 and sum(said) <> sum(real)`.execute(db)
    problems.push(...rows.map(({ id, said, real }) => `${table} ${id}: ${column} is ${said}, the list has ${real}`))
  }
  problems.push(...(await findWrongPolls(db)))
  const { rows } = await sql<{ id: number; said: number; real: number }>`
    select posts.id, post_tags.like_count as said, posts.like_count as real
    from post_tags join posts on posts.id = post_tags.post_id
    where post_tags.like_count <> posts.like_count`.execute(db)
  problems.push(...rows.map(({ id, said, real }) => `posts ${id}: like_count is ${real}, with a hashtag ${said}`))
  return problems
}

/**
 * Polls whose counts differ from their votes: how many have voted, and how many times the first two options were
 * chosen.
 */
async function findWrongPolls(db: Connection): Promise<string[]> {
  const { rows } = await sql<{ id: number }>`
    select polls.post_id as id from polls
    left join (
      select post_id, sum(voters) as voters, sum(votes_0) as first, sum(votes_1) as second from poll_counts group by post_id
    ) as said on said.post_id = polls.post_id
    left join (
      select poll_votes.post_id, count(*) as voters, sum(choices & 1) as first, sum((choices >> 1) & 1) as second
      from poll_votes join polls as present on present.post_id = poll_votes.post_id and present.version = poll_votes.version
      group by poll_votes.post_id
    ) as real on real.post_id = polls.post_id
    where coalesce(said.voters, 0) <> coalesce(real.voters, 0) or coalesce(said.first, 0) <> coalesce(real.first, 0)
      or coalesce(said.second, 0) <> coalesce(real.second, 0)`.execute(db)
  return rows.map(({ id }) => `poll ${id}: its counts differ from its votes`)
}
