import { FOUND_TAG_COUNT_MAX } from '@quack/contract/rules/limits'
import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { isNotIn } from '../../database/in-list.ts'
import { prepared } from '../../database/prepared.ts'
import type { TagId } from '../../database/schema.ts'
import { firstTextOf, isTagPostForEveryone } from '../tags/tag-posts.queries.ts'

/** How many hashtags a request looks at. Most of them may be in posts that the viewer does not see. */
export const LOOKED_AT = 1_000

interface Range {
  /** How keys begin. */
  readonly beginning: string
  /** The first text that is greater than all these keys. */
  readonly end: string
  /** Only keys after this one; empty for all. */
  readonly after: string
}

export interface TagRow {
  readonly id: TagId
  readonly key: string
  /** Of the first post with it that everyone sees. */
  readonly text: string | null
  /** Counted up to FOUND_TAG_COUNT_MAX. */
  readonly posts: number
}

/** In the order of the bytes on both engines. */
const keyOf = (db: Connection) => (isPostgres(db) ? sql`key collate "C"` : sql`key`)

const inRange = (db: Connection, { beginning, end, after }: Range) => sql`
  from tags where ${keyOf(db)} >= ${beginning} and ${keyOf(db)} < ${end} and ${keyOf(db)} > ${after}
  order by ${keyOf(db)}`

interface Wanted extends Range {
  /** Leaves out posts by these authors. */
  readonly hidden: Float64Array
  readonly limit: number
}

const tags = prepared((db, { hidden, limit, beginning, end, after }: Wanted) => {
  const seen = sql`
    select 1 from post_tags where post_tags.tag_id = candidates.id and ${isTagPostForEveryone}
      and ${isNotIn(db, 'post_tags.author_id', hidden)}`
  return sql<TagRow>`
    select id, key, ${firstTextOf(sql`candidates.id`)} as text, (
      select count(*) from (${seen} limit ${sql.lit(FOUND_TAG_COUNT_MAX)}) as counted) as posts
    from (select id, key ${inRange(db, { beginning, end, after })} limit ${sql.lit(LOOKED_AT)}) as candidates
    where exists (${seen}) order by ${keyOf(db)} limit ${limit}`
})

/** Hashtags by the beginning of their keys that are in posts that the viewer sees, of the first that are looked at. */
export const listTags = tags.all.bind(tags)

const lastLookedAt = prepared(
  (db, range: Range) => sql<{ id: TagId }>`select id ${inRange(db, range)} limit 1 offset ${sql.lit(LOOKED_AT - 1)}`,
)

/** @returns the last hashtag that is looked at; null if there are fewer than LOOKED_AT */
export async function findLastLookedAt(db: Connection, range: Range): Promise<TagId | null> {
  return (await lastLookedAt.first(db, range))?.id ?? null
}

const keyById = prepared((db, { id }: { id: TagId }) => db.selectFrom('tags').select('key').where('id', '=', id))

/** Null if there is no such hashtag. */
export async function findTagKey(db: Connection, id: TagId): Promise<string | null> {
  return (await keyById.first(db, { id }))?.key ?? null
}
