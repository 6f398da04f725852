import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { idsParameter, isOneOf } from '../../database/in-list.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId, PostId, TagId } from '../../database/schema.ts'

export interface NewTag {
  readonly id: TagId
  readonly key: string
}

type Columns = { readonly ids: readonly number[]; readonly keys: readonly string[] }

const insertRows = prepared((db, { ids, keys }: Columns) => {
  const rows = isPostgres(db)
    ? sql`
        select id, key, key
        from unnest(${idsParameter(db, ids)}::bigint[], ${idsParameter(db, keys)}::text[]) as given (id, key)`
    : sql`
        select ids.value, keys.value, keys.value from json_each(${idsParameter(db, ids)}) as ids
        join json_each(${idsParameter(db, keys)}) as keys on keys.key = ids.key where true`
  return sql`insert into tags (id, key, name) ${rows} on conflict (key) do nothing`
})

/** Inserts tags that do not exist yet. @param tags in the order of their keys */
export function insertTags(transaction: Connection, tags: readonly NewTag[]): Promise<void> {
  return insertRows.send(transaction, { ids: tags.map(({ id }) => id), keys: tags.map(({ key }) => key) })
}

interface TagsOfPost {
  readonly post: PostId
  readonly author: MemberId
  readonly keys: readonly string[]
}

const insertPostRows = prepared(
  (db, { post, author, keys }: TagsOfPost) => sql`
    insert into post_tags (tag_id, post_id, author_id)
    select id, cast(${post} as bigint), cast(${author} as bigint) from tags where ${isOneOf(db, 'key', keys)}
    on conflict do nothing`,
)

/** Inserts those that the post does not have yet. */
export function insertPostTags(transaction: Connection, tags: TagsOfPost): Promise<void> {
  return insertPostRows.send(transaction, tags)
}

const deleteOthers = prepared(
  (db, { post, keys }: Omit<TagsOfPost, 'author'>) => sql`
    delete from post_tags where post_id = ${post} and tag_id not in (select id from tags where ${isOneOf(db, 'key', keys)})`,
)

/** Deletes the tags that the post does not have any more. */
export function deleteOtherTags(transaction: Connection, post: PostId, keys: readonly string[]): Promise<void> {
  return deleteOthers.send(transaction, { post, keys })
}

const byKey = prepared((db, { key }: { key: string }) =>
  db.selectFrom('tags').select(['id', 'key']).where('key', '=', key),
)

export function findTag(db: Connection, key: string): Promise<NewTag | undefined> {
  return byKey.first(db, { key })
}
