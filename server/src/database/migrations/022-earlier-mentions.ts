import { MENTIONS_MAX } from '@quack/contract/rules/limits'
import { mentionsIn } from '@quack/contract/rules/references'
import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { MemberId, PostId, Schema } from '../schema.ts'

/**
 * Whom earlier posts mention on which only mentioned members may comment. Other texts from before migration 018 stay
 * without mentions. The statements are the same whatever is found, as a migration's have to be.
 */
export async function up(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { rows: posts } = await sql<{ id: PostId; author_id: MemberId; content: string }>`
    select id, author_id, content from posts
    where who_may_comment = 'mentioned' and content like '%@%'
      and not exists (select 1 from post_mentions where post_id = posts.id)`.execute(db)
  // Each is [post, author, number of the mention, rank of the name, name].
  const candidates = posts.flatMap(({ id, author_id, content }) =>
    mentionsIn(content)
      .slice(0, MENTIONS_MAX)
      .flatMap((names, number) => names.map((name, rank) => [id, author_id, number, rank, name])),
  )
  const list = JSON.stringify(candidates)
  const rows = engine === 'sqlite' ? sql`json_each(${list})` : sql`jsonb_array_elements(${list}::jsonb) as each (value)`
  await sql`
    insert into post_mentions (post_id, member_id)
    select distinct post_id, member_id from (
      select post_id, members.id as member_id, row_number() over (partition by post_id, number order by rank) as place
      from (
        select cast(value ->> 0 as bigint) as post_id, cast(value ->> 1 as bigint) as author_id,
          cast(value ->> 2 as bigint) as number, cast(value ->> 3 as bigint) as rank, value ->> 4 as name
        from ${rows}) as named
      join members on members.username_key = named.name and members.deleted_at is null
      where not exists (
        select 1 from blocks where (blocker_id = named.author_id and blocked_id = members.id)
          or (blocker_id = members.id and blocked_id = named.author_id))
    ) as meant where place = 1`.execute(db)
}
