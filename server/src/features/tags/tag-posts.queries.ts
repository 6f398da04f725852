import { TAG_COUNT_MAX } from '@quack/contract/rules/limits'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isNotIn } from '../../database/in-list.ts'
import { cursorCodec, ID_CODEC, type PartRequest, takePart } from '../../database/paging.ts'
import { prepared } from '../../database/prepared.ts'
import type { TagId } from '../../database/schema.ts'
import { isForEveryone } from '../visibility/audience.ts'
import { isVisible } from '../visibility/visibility.ts'

/**
 * Rows of `post_tags` whose posts everyone sees. Those for followers are left out for their readers too, as in all
 * lists of everybody's posts. Without a look at the posts: hidden ones are few, and in an index of their own.
 */
export const isTagPostForEveryone = sql<SqlBool>`(
  post_tags.post_id not in (select id from posts where hidden_at is not null)
  and (select ${isForEveryone} and ${isVisible} from members where members.id = post_tags.author_id))`

/** The text of the first post with a hashtag that everyone sees, for its spelling; null if there is none. */
export const firstTextOf = (tag: RawBuilder<unknown>): RawBuilder<string | null> => sql<string | null>`(
  select content from posts where id = (
    select post_tags.post_id from post_tags where post_tags.tag_id = ${tag} and ${isTagPostForEveryone}
    order by post_tags.post_id limit 1))`

export const TAG_POSTS_CURSOR = cursorCodec('tag', { id: ID_CODEC })

/** The posts with a hashtag, newest first. @param hidden leaves out these authors */
export function listTagPosts(db: Connection, tag: TagId, page: PartRequest<{ id: number }>, hidden: Float64Array) {
  return db
    .selectFrom('post_tags')
    .select('post_tags.post_id as id')
    .where('post_tags.tag_id', '=', tag)
    .where(isTagPostForEveryone)
    .$if(hidden.length > 0, (query) => query.where(isNotIn(db, 'post_tags.author_id', hidden)))
    .$call((query) => takePart(query, 'post_tags.post_id', page))
    .execute()
}

const summaryOf = prepared(
  (_db, { tag }: { tag: TagId }) => sql<{ count: number; text: string | null }>`
    select count(*) as count, ${firstTextOf(sql`${tag}`)} as text from (
      select 1 from post_tags where tag_id = ${tag} and ${isTagPostForEveryone} limit ${sql.lit(TAG_COUNT_MAX)}) as counted`,
)

/** How many posts with a hashtag everyone sees, up to TAG_COUNT_MAX, and the text of the first. */
export async function summarizeTagPosts(db: Connection, tag: TagId) {
  return (await summaryOf.first(db, { tag })) ?? { count: 0, text: null }
}
