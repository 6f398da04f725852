import { type Insertable, sql, type Updateable } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isIn, isPostgres } from '../../database/is-in.ts'
import type { NestedList } from '../../database/newest.ts'
import { cursorForm, type PageRequest } from '../../database/paging.ts'
import type { MemberId, PostId, Schema } from '../../database/schema.ts'

export type PostRow = Awaited<ReturnType<typeof listRows>>[number]

const ofPost = { owner: 'post_id' } as const
export const LIKED_BY: NestedList = { ...ofPost, table: 'likes', entry: 'member_id', order: 'at' }
export const DISLIKED_BY: NestedList = { ...ofPost, table: 'dislikes', entry: 'member_id', order: 'at' }
export const COMMENTS: NestedList = { ...ofPost, table: 'comments', entry: 'id', order: 'id' }

/** Posts with their authors as they are now, and what is known of media uploaded here. */
export function listRows(db: Connection, ids: readonly PostId[]) {
  return db
    .selectFrom('posts')
    .innerJoin('members', 'members.id', 'posts.author_id')
    .leftJoin('media', 'media.name', 'posts.media_name')
    .select([
      'posts.id',
      'posts.author_id',
      'posts.public_id',
      'posts.content',
      'posts.media_url',
      'posts.media_type',
      'posts.alt',
      'posts.media_name',
      'posts.like_count',
      'posts.liked_by_count',
      'posts.disliked_by_count',
      'posts.comment_count',
      'posts.updated_at',
      'members.username',
      'members.first_name',
      'members.last_name',
      'members.avatar_url',
      'media.width',
      'media.height',
      'media.preview',
      'media.has_poster',
      'media.state',
    ])
    .where(isIn(db, 'posts.id', ids))
    .where('members.deleted_at', 'is', null)
    .execute()
}

/** What the viewer has done with each of these posts. */
export async function listViewerMarks(db: Connection, viewer: MemberId, ids: readonly PostId[]) {
  const of = <T extends 'likes' | 'dislikes' | 'bookmarks'>(table: T) =>
    sql<{ post_id: PostId; mark: T }>`
      select post_id, ${sql.lit(table)} as mark from ${sql.table(table)}
      where member_id = ${viewer} and ${isIn(db, 'post_id', ids)}`
  const { rows } = await sql<{ post_id: PostId; mark: 'likes' | 'dislikes' | 'bookmarks' }>`
    ${of('likes')} union all ${of('dislikes')} union all ${of('bookmarks')}`.execute(db)
  const marked = (mark: string) => new Set(rows.filter((row) => row.mark === mark).map((row) => row.post_id))
  return { liked: marked('likes'), disliked: marked('dislikes'), bookmarked: marked('bookmarks') }
}

export async function findIdByPublicId(db: Connection, publicId: string): Promise<PostId | null> {
  const row = await db.selectFrom('posts').select('id').where('public_id', '=', publicId).executeTakeFirst()
  return row?.id ?? null
}

export async function findAuthor(db: Connection, id: PostId): Promise<MemberId | null> {
  const row = await db
    .selectFrom('posts')
    .innerJoin('members', 'members.id', 'posts.author_id')
    .select('author_id')
    .where('posts.id', '=', id)
    .where('members.deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.author_id ?? null
}

/** The post as it is, held until the transaction ends, so that what is decided from it stays true. */
export function findForEdit(db: Connection, id: PostId) {
  return db
    .selectFrom('posts')
    .select(['author_id', 'content', 'media_url', 'media_type', 'alt'])
    .where('id', '=', id)
    .$if(isPostgres(db), (query) => query.forUpdate())
    .executeTakeFirst()
}

export const POSTS_CURSOR = cursorForm('posts', ['id'])

export function listIdsNewestFirst(db: Connection, { limit, after }: PageRequest<{ id: number }>) {
  return db
    .selectFrom('posts')
    .select('id')
    .$if(after !== null, (query) => query.where('id', '<', (after?.id ?? 0) as PostId))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export function listIdsByAuthor(db: Connection, author: MemberId, { limit, after }: PageRequest<{ id: number }>) {
  return db
    .selectFrom('posts')
    .select('id')
    .where('author_id', '=', author)
    .$if(after !== null, (query) => query.where('id', '<', (after?.id ?? 0) as PostId))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function insertPost(db: Connection, row: Insertable<Schema['posts']>): Promise<void> {
  await db.insertInto('posts').values(row).execute()
  await countPosts(db, row.author_id, 1)
}

export async function updatePost(db: Connection, id: PostId, change: Updateable<Schema['posts']>): Promise<void> {
  await db.updateTable('posts').set(change).where('id', '=', id).execute()
}

/** Takes the post's comments, votes, likes and bookmarks along (foreign keys). @returns null when it was gone already */
export async function deletePost(db: Connection, id: PostId, author: MemberId): Promise<{ media_url: string } | null> {
  const deleted = await db.deleteFrom('posts').where('id', '=', id).returning('media_url').executeTakeFirst()
  if (!deleted) return null
  await countPosts(db, author, -1)
  return deleted
}

async function countPosts(db: Connection, author: MemberId, by: 1 | -1): Promise<void> {
  await db
    .updateTable('members')
    .set((eb) => ({ posts_count: eb('posts_count', '+', by) }))
    .where('id', '=', author)
    .execute()
}

/** Keeps the post from being deleted until the transaction ends. @returns false when there is no such post */
export async function holdPost(db: Connection, id: PostId): Promise<boolean> {
  const row = await db
    .selectFrom('posts')
    .select('id')
    .where('id', '=', id)
    .$if(isPostgres(db), (query) => query.forKeyShare())
    .executeTakeFirst()
  return row !== undefined
}
