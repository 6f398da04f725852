import { type SqlBool, sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { isIn } from '../../database/in-list.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { isPostVisible } from '../visibility/visibility.ts'
import { isLight, type PostRow, rowsWithReactions } from './posts.queries.ts'

/** Posts that a moderator hides or deletes, and the deletion of many. */

type ByViewer = { readonly id: PostId; readonly viewer: MemberId }
/** A post of the viewer's own that is hidden. */
export const listOwnHidden = prepared((db, { id, viewer }: ByViewer) =>
  rowsWithReactions(db, viewer, sql<SqlBool>`reaction.post_id = ${id}`)
    .where('posts.id', '=', id)
    .where('posts.author_id', '=', viewer)
    .where('posts.hidden_at', 'is not', null),
).all

/** As listRows, and also hidden posts of the viewer's own. Without a viewer, none. */
export async function listOwnRows(
  db: Connection,
  ids: readonly PostId[],
  viewer: MemberId | null,
): Promise<readonly PostRow[]> {
  return viewer === null ? [] : ownRowsOf.all(db, { ids, viewer })
}
const ownRowsOf = prepared((db, { ids, viewer }: { readonly ids: readonly PostId[]; readonly viewer: MemberId }) =>
  rowsWithReactions(db, viewer, isIn(db, 'reaction.post_id', ids))
    .where(isIn(db, 'posts.id', ids))
    .where((eb) => eb.or([isPostVisible, eb('posts.author_id', '=', viewer)])),
)

/** Hides posts. @returns those that were not hidden before, with their authors */
export function hidePosts(db: Connection, ids: readonly PostId[], now: number) {
  return db
    .updateTable('posts')
    .set({ hidden_at: now })
    .where(isIn(db, 'id', ids))
    .where('hidden_at', 'is', null)
    .returning(['id', 'author_id'])
    .execute()
}

/** @returns the author; null if the post was not hidden */
export async function showPost(db: Connection, id: PostId): Promise<MemberId | null> {
  const shown = await db
    .updateTable('posts')
    .set({ hidden_at: null })
    .where('id', '=', id)
    .where('hidden_at', 'is not', null)
    .returning('author_id')
    .executeTakeFirst()
  return shown?.author_id ?? null
}

/** Puts a moderator's warning on posts, in place of their authors' own, which are kept. */
export async function putWarning(db: Connection, ids: readonly PostId[], warning: string, now: number): Promise<void> {
  await db
    .updateTable('posts')
    .set((eb) => ({ own_warning: eb.fn.coalesce('own_warning', 'warning'), warning, updated_at: now }))
    .where(isIn(db, 'id', ids))
    .execute()
}

/** Takes a moderator's warning off: the author's own is in its place again. */
export async function takeOffWarning(db: Connection, id: PostId, now: number): Promise<void> {
  await db
    .updateTable('posts')
    .set((eb) => ({ warning: eb.fn.coalesce('own_warning', 'warning'), own_warning: null, updated_at: now }))
    .where('id', '=', id)
    .execute()
}

/** Adds to the number of posts of members, or takes from it. The list names a member once for each post. */
export async function countPosts(db: Connection, authors: readonly MemberId[], sign: 1 | -1): Promise<void> {
  const byCount = Map.groupBy([...Map.groupBy(authors, (id) => id)], ([, named]) => named.length)
  for (const [count, group] of byCount) {
    const ids = group.map(([id]) => id)
    await db
      .updateTable('members')
      .set((eb) => ({ posts_count: eb('posts_count', '+', sign * count) }))
      .where(isIn(db, 'id', ids))
      .execute()
  }
}

/** Deletes those of these posts that have few rows, as deletePost does. @returns their media and authors */
export async function deletePosts(db: Connection, ids: readonly PostId[]) {
  await lockWithQuoted(db, ids)
  return db
    .deleteFrom('posts')
    .where(isIn(db, 'id', ids))
    .where(isLight)
    .returning(['id', 'author_id', 'media_url', 'hidden_at'])
    .execute()
}

/**
 * Locks posts and what they quote, whose counts their deletion changes: the newest first, as the deletion of one locks
 * a quote before the older post that it quotes. SQLite has one writer at a time.
 */
async function lockWithQuoted(db: Connection, ids: readonly PostId[]): Promise<void> {
  if (!isPostgres(db)) return
  const named = isIn(db, 'id', ids)
  await sql`
    select id from posts where id in (
      select id from posts where ${named} union all select quoted_id from posts where ${named} and quoted_id > 0)
    order by id desc for no key update`.execute(db)
}
