import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isIn, isNotIn } from '../../database/in-list.ts'
import { cursorCodec, ID_CODEC, type PartRequest, takePart } from '../../database/paging.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { WITHDRAWN } from '../posts/posts.queries.ts'
import { isForEveryone, isReadableBy } from '../visibility/audience.ts'
import { isPostVisible, isVisible } from '../visibility/visibility.ts'

export const QUOTES_CURSOR = cursorCodec('quotes', { id: ID_CODEC })

/** The posts that quote a post, by the index alone. */
export function listQuoteIds(db: Connection, post: PostId, page: PartRequest<{ id: number }>) {
  return (
    db
      .selectFrom('posts')
      .select('id')
      .where('quoted_id', '=', post)
      // In the text of the statement, so that the index of posts that quote something is used.
      .where('quoted_id', '>', sql.lit(WITHDRAWN))
      .$call((query) => takePart(query, 'id', page))
      .execute()
  )
}

interface Reader {
  readonly viewer: MemberId | null
  /** The members whose posts the reader does not get. */
  readonly unlisted: Float64Array
}

/**
 * Of these quotes, those that the reader sees.
 * @param author of the quoted post: those whom they have blocked do not show it
 */
export async function listShown(
  db: Connection,
  ids: readonly PostId[],
  author: MemberId,
  { viewer, unlisted }: Reader,
): Promise<ReadonlySet<PostId>> {
  const blocked = sql`(select blocked_id from blocks where blocker_id = ${author})`
  const rows = await db
    .selectFrom('posts')
    .innerJoin('members', 'members.id', 'posts.author_id')
    .select('posts.id')
    .where(isIn(db, 'posts.id', ids))
    .where(isPostVisible)
    .where(isVisible)
    .where(viewer === null ? isForEveryone : isReadableBy(viewer))
    .where(sql<boolean>`posts.author_id not in ${blocked}`)
    .$if(unlisted.length > 0, (query) => query.where(isNotIn(db, 'posts.author_id', unlisted)))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Also of a post that is hidden. */
export const findAnyAuthor = prepared((db, { id }: { readonly id: PostId }) =>
  db.selectFrom('posts').select(['author_id as author', 'hidden_at']).where('id', '=', id),
).first

type Quote = { readonly post: PostId; readonly quote: PostId }

/** Nothing happens if the post does not quote it. */
export const withdraw = prepared((db, { post, quote }: Quote) =>
  db.updateTable('posts').set({ quoted_id: WITHDRAWN }).where('id', '=', quote).where('quoted_id', '=', post),
).send
