import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { isIn, isNotIn } from '../../database/in-list.ts'
import { prepared } from '../../database/prepared.ts'
import type { CommentId, MemberId, PostId } from '../../database/schema.ts'
import type { Claim, Due } from '../../jobs/queue.ts'
import { postRows } from '../posts/posts.queries.ts'

/** A version of a page, with the length of its texts. */
export interface VersionKey {
  readonly since: number
  readonly length: number
}

interface KeysQuery<Id> {
  readonly id: Id
  /** Those that began earlier. */
  readonly before: number
  readonly limit: number
}

export const listPostVersions = prepared((db, { id, before, limit }: KeysQuery<PostId>) =>
  db
    .selectFrom('post_versions')
    .select(['since', sql<number>`length(content) + length(alt) + length(poll_options)`.as('length')])
    .where('post_id', '=', id)
    .where('since', '<', before)
    .orderBy('since', 'desc')
    .limit(limit),
).all

export const listCommentVersions = prepared((db, { id, before, limit }: KeysQuery<CommentId>) =>
  db
    .selectFrom('comment_versions')
    .select(['since', 'text', sql<number>`length(text)`.as('length')])
    .where('comment_id', '=', id)
    .where('since', '<', before)
    .orderBy('since', 'desc')
    .limit(limit),
).all

type Range = { readonly id: PostId; readonly from: number; readonly to: number }

/** Those of a post that began between these times, newest first. */
export const listPostTexts = prepared((db, { id, from, to }: Range) =>
  db
    .selectFrom('post_versions')
    .select(['since', 'content', 'lang', 'media_url', 'media_type', 'alt', 'warning', 'is_sensitive'])
    .select(['poll_options', 'poll_multiple'])
    .where('post_id', '=', id)
    .where('since', '>=', from)
    .where('since', '<=', to)
    .orderBy('since', 'desc'),
).all

/** The files of these versions, each in its order. */
export const listPictures = prepared((db, { id, from, to }: Range) =>
  db
    .selectFrom('version_pictures')
    .innerJoin('media', 'media.name', 'version_pictures.name')
    .select(['version_pictures.since', 'version_pictures.position', 'version_pictures.name', 'version_pictures.alt'])
    .select(['media.width', 'media.height', 'media.preview', 'media.has_poster', 'media.frames', 'media.state'])
    .where('version_pictures.post_id', '=', id)
    .where('version_pictures.since', '>=', from)
    .where('version_pictures.since', '<=', to)
    .orderBy('version_pictures.since')
    .orderBy('version_pictures.position'),
).all

/** For the staff: a post also if it is hidden. */
export const findAnyPost = prepared((db, { id }: { readonly id: PostId }) =>
  postRows(db).where('posts.id', '=', id),
).first

/** Posts whose readers are to be told and that no node has claimed, those that have waited longest first. */
export const listDue = prepared((db, { now, except, limit }: Due) =>
  db
    .selectFrom('edit_notices')
    .innerJoin('posts', 'posts.id', 'edit_notices.post_id')
    .select(['edit_notices.post_id as key', 'posts.author_id as owner'])
    .where('edit_notices.due_at', '<=', now)
    .where('edit_notices.claimed_until', '<=', now)
    .where(isNotIn(db, 'posts.author_id', except))
    .orderBy('edit_notices.due_at')
    .limit(limit),
).all

export const claimNotices = prepared((db, { keys, now, until }: Claim<PostId>) =>
  db
    .updateTable('edit_notices')
    .set({ claimed_until: until })
    .where('post_id', 'in', () =>
      db
        .selectFrom('edit_notices as free')
        .select('free.post_id')
        .where(isIn(db, 'free.post_id', keys))
        .where('free.due_at', '<=', now)
        .where('free.claimed_until', '<=', now)
        .$if(isPostgres(db), (query) => query.forUpdate().skipLocked()),
    )
    .returning(['post_id as key', 'attempts']),
).all
export type ClaimedNotice = Awaited<ReturnType<typeof claimNotices>>[number]

type OfPost = { readonly post: PostId }
const lockedAuthor = prepared((db, { post }: OfPost) =>
  db
    .selectFrom('posts')
    .select('author_id as author')
    .where('id', '=', post)
    .$if(isPostgres(db), (query) => query.forKeyShare()),
)
const lockedNotice = prepared((db, { post }: OfPost) =>
  db
    .selectFrom('edit_notices')
    .select(['told_to', 'up_to'])
    .where('post_id', '=', post)
    .where('due_at', 'is not', null)
    .$if(isPostgres(db), (query) => query.forUpdate()),
)

/** What is still to be done for a post, locked until the transaction ends: the post first, as an edit does. */
export async function lockNotice(db: Connection, post: PostId) {
  const found = await lockedAuthor.first(db, { post })
  const notice = found && (await lockedNotice.first(db, { post }))
  return notice && { ...notice, author: found.author }
}

interface ReadersQuery {
  readonly post: PostId
  readonly after: number
  readonly upTo: number
  readonly limit: number
}

/** Who has commented on a post or reposted it, by the ids of the comments and reposts. */
export const listReaders = prepared((_db, { post, after, upTo, limit }: ReadersQuery) => {
  const part = sql`where post_id = ${post} and id > ${after} and id <= ${upTo} order by id limit ${limit}`
  return sql<{ id: number; member: MemberId }>`
    select * from (
      select * from (select id, author_id as member from comments ${part}) as commented
      union all select * from (select id, member_id from reposts ${part}) as reposted) as readers
    order by id limit ${limit}`
}).all

/** Ends a claim. @param dueAt null if all have been told, or it is given up */
export async function settleNotice(
  db: Connection,
  { key }: Pick<ClaimedNotice, 'key'>,
  { dueAt, ...progress }: { dueAt: number | null; told_to?: number; attempts?: number },
): Promise<void> {
  await db
    .updateTable('edit_notices')
    .set({ ...progress, due_at: dueAt, claimed_until: 0 })
    .where('post_id', '=', key)
    .execute()
}
