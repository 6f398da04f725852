import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { isIn, isNotIn } from '../../database/in-list.ts'
import { readInParts } from '../../database/in-parts.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { isTagPostForEveryone } from '../tags/tag-posts.queries.ts'
import { spellingIn } from '../tags/tag-spelling.ts'
import type { Reader } from './feed-authors.ts'

interface Page {
  readonly limit: number
  readonly after: { readonly id: number } | null
  /** The page ends before this post. */
  readonly until?: number | undefined
}

/** SQL for each direction. `start` and `end` are beyond the possible ids. */
const DIRECTIONS = {
  latest: {
    past: sql`<`,
    before: sql`>`,
    upTo: sql`>=`,
    nearest: sql`max`,
    order: sql`desc`,
    start: Number.MAX_SAFE_INTEGER,
    end: 0,
  },
  oldest: {
    past: sql`>`,
    before: sql`<`,
    upTo: sql`<=`,
    nearest: sql`min`,
    order: sql`asc`,
    start: 0,
    end: Number.MAX_SAFE_INTEGER,
  },
} as const

/** Rows of `post_tags` whose posts the reader sees. Posts for followers are in the feed by their authors. */
export const isTagPostSeen = (db: Connection, { unlisted }: Reader): RawBuilder<unknown> =>
  unlisted.length > 0
    ? sql`${isTagPostForEveryone} and ${isNotIn(db, 'post_tags.author_id', unlisted)}`
    : sql`${isTagPostForEveryone}`

/** The posts with followed tags on a page that is ordered by id, each once. */
export async function listTaggedIds(
  db: Connection,
  reader: Reader,
  sort: keyof typeof DIRECTIONS,
  page: Page,
): Promise<readonly PostId[]> {
  const query = isPostgres(db) ? onPostgres(db, reader, sort, page) : onSqlite(db, reader, sort, page)
  return (await query.execute(db)).rows.map(({ id }) => id)
}

/**
 * Merges the lists of the tags. The recursive query is a queue that gives the post that comes first, and then takes in
 * the next post of that tag. It is not run further than the limit. So each post of the page is one search of an index,
 * however many posts the tags have.
 */
function onSqlite(db: Connection, reader: Reader, sort: keyof typeof DIRECTIONS, { limit, after, until }: Page) {
  const { past, before, nearest, order, start } = DIRECTIONS[sort]
  const isBefore = until === undefined ? sql`` : sql`and walk.id ${before} ${until}`
  return sql<{ id: PostId }>`
    with recursive walk (tag, id) as (
      select tag_id, (
        select ${nearest}(post_id) from post_tags as first_ones
        where first_ones.tag_id = tag_follows.tag_id and post_id ${past} ${after?.id ?? start})
      from tag_follows where member_id = ${reader.id}
      union all
      select tag, (
        select ${nearest}(post_id) from post_tags as next_ones
        where next_ones.tag_id = walk.tag and post_id ${past} walk.id)
      from walk where walk.id is not null ${isBefore} order by 2 ${order}
    )
    select distinct walk.id from walk
    cross join post_tags on post_tags.tag_id = walk.tag and post_tags.post_id = walk.id
    where ${isTagPostSeen(db, reader)} ${isBefore} limit ${limit}`
}

/**
 * As for followed authors (feed.queries.ts): `firsts` has the first post of each tag. The page does not go beyond the
 * first `limit` of these posts (`bound`), which spares those who follow many tags most of the reading.
 */
function onPostgres(db: Connection, reader: Reader, sort: keyof typeof DIRECTIONS, { limit, after, until }: Page) {
  const { past, before, upTo, order, end } = DIRECTIONS[sort]
  const isPast = after ? sql`and post_tags.post_id ${past} ${after.id}` : sql``
  const isBefore = until === undefined ? sql`` : sql`and post_tags.post_id ${before} ${until}`
  const isOnPage = sql`${isTagPostSeen(db, reader)} ${isPast} ${isBefore}`
  const next = (count: number) => sql`order by post_tags.post_id ${order} limit ${count}`
  return sql<{ id: PostId }>`
    with firsts as materialized (
      select tag_follows.tag_id as tag, (
        select post_tags.post_id from post_tags where post_tags.tag_id = tag_follows.tag_id and ${isOnPage} ${next(1)}
      ) as id
      from tag_follows where tag_follows.member_id = ${reader.id}
    ),
    bound as (
      select coalesce((
        select id from (select distinct id from firsts where id is not null) as distinct_firsts
        order by id ${order} limit 1 offset ${limit - 1}
      ), ${end}) as id
    )
    select distinct found.id from firsts cross join lateral (
      select post_tags.post_id as id from post_tags
      where post_tags.tag_id = firsts.tag and ${isOnPage} and post_tags.post_id ${upTo} (select id from bound) ${next(limit)}
    ) as found
    where firsts.id ${upTo} (select id from bound)
    order by id ${order} limit ${limit}`
}

type Asked = { readonly reader: MemberId; readonly ids: readonly PostId[] }

const reasons = prepared(
  (db, { reader, ids }: Asked) => sql<{ id: PostId; key: string; text: string }>`
    select post_tags.post_id as id, tags.key, posts.content as text from post_tags
    join tag_follows on tag_follows.tag_id = post_tags.tag_id and tag_follows.member_id = ${reader}
    join tags on tags.id = post_tags.tag_id
    join posts on posts.id = post_tags.post_id
    where ${isIn(db, 'post_tags.post_id', ids)} and post_tags.author_id <> ${reader} and not exists (
      select 1 from follows where follower_id = ${reader} and followed_id = post_tags.author_id)
    order by tag_follows.at desc`,
)

/**
 * The followed tag because of which a post is in the feed, as the post spells it: of several, the one that was followed
 * first. Posts of the reader and of followed members have none.
 */
export async function listReasons(db: Connection, reader: MemberId, ids: readonly PostId[]) {
  const rows = await readInParts(db, ids, (part) => reasons.all(db, { reader, ids: part }))
  const first = new Map(rows.map((row) => [row.id, row]))
  return new Map(Array.from(first, ([id, { key, text }]) => [id, spellingIn(text, key)]))
}
