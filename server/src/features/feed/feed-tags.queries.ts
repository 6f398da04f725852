import type { ReadSort } from '@quack/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isIn, isNotIn } from '../../database/in-list.ts'
import { readInParts } from '../../database/in-parts.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import type { Reason } from '../posts/post-json.ts'
import { isTagPostForEveryone } from '../tags/tag-posts.queries.ts'
import { spellingIn } from '../tags/tag-spelling.ts'
import type { Reader } from './feed-authors.ts'
import { listMerged, type Part } from './merged-lists.queries.ts'

/** Rows of `post_tags` whose posts the reader sees. Posts for followers are in the feed by their authors. */
export const isTagPostSeen = (db: Connection, { unlisted }: Reader): RawBuilder<unknown> =>
  unlisted.length > 0
    ? sql`${isTagPostForEveryone} and ${isNotIn(db, 'post_tags.author_id', unlisted)}`
    : sql`${isTagPostForEveryone}`

/** The posts with followed tags on a page that is ordered by id, each once. */
export function listTaggedIds(db: Connection, reader: Reader, sort: ReadSort, part: Part): Promise<readonly PostId[]> {
  const lists = sql`select tag_id as list from tag_follows where member_id = ${reader.id}`
  const of = { lists, table: 'post_tags', list: 'tag_id', id: 'post_id', isListed: isTagPostSeen(db, reader) }
  return listMerged<PostId>(db, of, sort, part)
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
export async function listReasons(
  db: Connection,
  reader: MemberId,
  ids: readonly PostId[],
): Promise<Map<PostId, Reason>> {
  const rows = await readInParts(db, ids, (part) => reasons.all(db, { reader, ids: part }))
  const first = new Map(rows.map((row) => [row.id, row]))
  return new Map(Array.from(first, ([id, { key, text }]) => [id, { because: { tag: spellingIn(text, key) } }]))
}
