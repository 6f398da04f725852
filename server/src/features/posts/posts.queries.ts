import { type Expression, type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { isIn } from '../../database/in-list.ts'
import type { NestedList } from '../../database/nested-lists.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId, PostId, Schema } from '../../database/schema.ts'
import { NEUTRAL_VIEWER } from '../../reading/list-query.ts'
import { isNotUnderBlocker, isPostVisible, isVisible } from '../visibility/visibility.ts'
import { ALL_ALTS } from './further-pictures.queries.ts'

/** The lists inside a post. */
const reactions = { owner: 'post_id', entry: 'member_id', order: 'at', member: sql`list.member_id` } as const
export const LIKED_BY: NestedList = { ...reactions, table: 'likes' }
export const DISLIKED_BY: NestedList = { ...reactions, table: 'dislikes' }
/** A comment whose author the viewer does not see keeps its place. */
export const COMMENTS: NestedList = {
  table: 'comments',
  owner: 'post_id',
  entry: 'id',
  order: 'id',
  where: isNotUnderBlocker,
}

export type PostRow = Awaited<ReturnType<typeof rowsOf.all>>[number] & ReactionColumns

/** Posts with their authors, and the properties of media that were uploaded here. */
export const postRows = (db: Connection) =>
  db
    .selectFrom('posts')
    .innerJoin('members', 'members.id', 'posts.author_id')
    .leftJoin('media', 'media.name', 'posts.media_name')
    .select(['posts.id', 'posts.author_id', 'posts.public_id', 'posts.content'])
    .select([
      'posts.media_url',
      'posts.media_type',
      'posts.alt',
      'posts.further_alts',
      'posts.lang',
      'posts.media_name',
      'posts.like_count',
      'posts.liked_by_count',
      'posts.disliked_by_count',
      'posts.comment_count',
      'posts.who_may_comment',
      'posts.repost_count',
      'posts.who_may_repost',
      'posts.quoted_id',
      'posts.link_hash',
      'posts.quote_count',
      'posts.who_may_quote',
      'posts.warning',
      'posts.own_warning',
      'posts.is_sensitive',
      'posts.poll_options',
      'posts.updated_at',
      'posts.edited_at',
      'posts.hidden_at',
      'members.username',
      'members.first_name',
      'members.last_name',
      'members.avatar_url',
      'members.is_private',
      'members.limited_at',
      'media.width',
      'media.height',
      'media.preview',
      'media.has_poster',
      'media.frames',
      'media.state',
    ])
    .where(isVisible)

/**
 * Posts with the viewer's reactions to each. Citus cannot plan a correlated subquery here. So on PostgreSQL the
 * subquery repeats the condition on the posts.
 * @param isOnPosts selects the reactions to these posts
 */
export function rowsWithReactions(db: Connection, viewer: MemberId, isOnPosts: Expression<SqlBool>) {
  const hasReaction = (table: 'likes' | 'dislikes' | 'bookmarks' | 'reposts') =>
    isPostgres(db)
      ? sql`posts.id in (select post_id from ${sql.table(table)} as reaction where ${isOnPosts} and reaction.member_id = ${viewer})`
      : sql`exists (select 1 from ${sql.table(table)} as reaction where reaction.post_id = posts.id and reaction.member_id = ${viewer})`
  return postRows(db).select([
    sql<EngineBoolean>`posts.liked_by_count > 0 and ${hasReaction('likes')}`.as('liked'),
    sql<EngineBoolean>`posts.disliked_by_count > 0 and ${hasReaction('dislikes')}`.as('disliked'),
    sql<EngineBoolean>`${hasReaction('bookmarks')}`.as('bookmarked'),
    sql<EngineBoolean>`posts.repost_count > 0 and ${hasReaction('reposts')}`.as('reposted'),
  ])
}
/** A boolean, as either engine returns it. */
type EngineBoolean = boolean | 0 | 1
type ReactionColumns = { [reaction in 'liked' | 'disliked' | 'bookmarked' | 'reposted']?: EngineBoolean }

/** The `quoted_id` of a post from which the one that it quotes was withdrawn. */
export const WITHDRAWN = 0 as PostId

export const textLengthOf = ({ content, alt, further_alts, poll_options }: PostRow): number =>
  content.length + alt.length + further_alts.length + poll_options.length

type Ids = { readonly ids: readonly PostId[] }
type One = { readonly id: PostId }
type ByViewer = { readonly viewer: MemberId }
const rowsOf = prepared((db, { ids }: Ids) =>
  postRows(db)
    .where(isIn(db, 'posts.id', ids))
    .where(isPostVisible),
)
const rowOf = prepared((db, { id }: One) => postRows(db).where('posts.id', '=', id).where(isPostVisible))
const reactedRowsOf = prepared((db, { ids, viewer }: Ids & ByViewer) =>
  rowsWithReactions(db, viewer, isIn(db, 'reaction.post_id', ids))
    .where(isIn(db, 'posts.id', ids))
    .where(isPostVisible),
)
const reactedRowOf = prepared((db, { id, viewer }: One & ByViewer) =>
  rowsWithReactions(db, viewer, sql<SqlBool>`reaction.post_id = ${id}`).where('posts.id', '=', id).where(isPostVisible),
)
/** Posts by their ids, with the viewer's reactions if there is a viewer. */
export function listRows(db: Connection, ids: readonly PostId[], viewer: MemberId | null): Promise<PostRow[]> {
  const [id, second] = ids
  const needsReactions = viewer !== null && viewer !== NEUTRAL_VIEWER
  if (id !== undefined && second === undefined) {
    return needsReactions ? reactedRowOf.all(db, { id, viewer }) : rowOf.all(db, { id })
  }
  return needsReactions ? reactedRowsOf.all(db, { ids, viewer }) : rowsOf.all(db, { ids })
}

export async function findIdByPublicId(db: Connection, publicId: string): Promise<PostId | null> {
  const row = await db.selectFrom('posts').select('id').where('public_id', '=', publicId).executeTakeFirst()
  return row?.id ?? null
}

const authorOf = prepared((db, { id }: One) =>
  db
    .selectFrom('posts')
    .innerJoin('members', 'members.id', 'posts.author_id')
    .select(['members.id', 'members.is_private', 'members.limited_at'])
    .where('posts.id', '=', id)
    .where(isVisible)
    .where(isPostVisible),
)

/** The author of a visible post, and who sees the author's posts. */
export async function findAuthorRow(db: Connection, id: PostId) {
  return (await authorOf.first(db, { id })) ?? null
}

export async function findAuthor(db: Connection, id: PostId): Promise<MemberId | null> {
  return (await findAuthorRow(db, id))?.id ?? null
}

type NewPost = Required<
  Omit<Insertable<Schema['posts']>, `${string}_count` | 'comments_version' | 'own_warning' | 'hidden_at' | 'edited_at'>
>

const insertRow = prepared((db, row: NewPost) =>
  db.insertInto('posts').values({
    id: row.id,
    public_id: row.public_id,
    author_id: row.author_id,
    content: row.content,
    media_url: row.media_url,
    media_type: row.media_type,
    media_name: row.media_name,
    alt: row.alt,
    further_alts: row.further_alts,
    lang: row.lang,
    who_may_comment: row.who_may_comment,
    who_may_repost: row.who_may_repost,
    who_may_quote: row.who_may_quote,
    quoted_id: row.quoted_id,
    link_hash: row.link_hash,
    warning: row.warning,
    is_sensitive: row.is_sensitive,
    poll_options: row.poll_options,
    updated_at: row.updated_at,
  }),
)

type Chosen = Pick<NewPost, 'who_may_repost' | 'who_may_quote' | 'is_sensitive'>
/** Null for what the author has chosen for new posts. */
type ChosenPost = Omit<NewPost, keyof Chosen> & { [Rule in keyof Chosen]: Chosen[Rule] | null }

/**
 * Updates the count before the insert. The foreign key makes the insert take a shared lock on the author's row. On
 * Citus that lock covers the whole table, so two transactions that inserted first would deadlock.
 */
export async function insertPost(db: Connection, row: ChosenPost): Promise<void> {
  const author = await countPost.first(db, { author: row.author_id })
  const who_may_repost = row.who_may_repost ?? author?.who_may_repost ?? 'everyone'
  const who_may_quote = row.who_may_quote ?? author?.who_may_quote ?? 'everyone'
  const is_sensitive = row.is_sensitive ?? (row.media_url === '' ? 0 : author?.sensitive_media) ?? 0
  await insertRow.send(db, { ...row, who_may_repost, who_may_quote, is_sensitive })
}

export async function updatePost(db: Connection, id: PostId, change: Updateable<Schema['posts']>): Promise<void> {
  await db.updateTable('posts').set(change).where('id', '=', id).execute()
}

/** Rows of a kind that one statement may delete. The removal of a member deletes as many at a time. */
const FEW = 160

const hasMany = (rows: ReturnType<typeof sql>) => sql`exists (${rows} limit 1 offset ${sql.lit(FEW)})`
const hasManyOf = (table: string) =>
  hasMany(sql`select 1 from ${sql.table(table)} as owned where owned.post_id = posts.id`)
const hasManyOfComments = (table: string) =>
  hasMany(sql`select 1 from comments join ${sql.table(table)} as owned on owned.comment_id = comments.id
    where comments.post_id = posts.id`)
const REACTIONS = ['likes', 'dislikes', 'reposts', 'bookmarks', 'poll_votes']
/** Only what the removal deletes in batches (account/removal.steps.ts), which repeats them until the post is light. */
const HAS_MANY = [
  ...[...REACTIONS, 'comments', 'comment_places', 'notification_groups', 'notification_mutes'].map(hasManyOf),
  ...['comment_votes', 'comment_mentions', 'comment_versions'].map(hasManyOfComments),
  hasMany(sql`select 1 from notification_groups as about join notification_events as events
    on events.recipient_id = about.recipient_id and events.group_id = about.id where about.post_id = posts.id`),
]

/** Whether a post may be deleted at once, with all of its rows (retired-posts.queries.ts). */
export const isLight = sql<SqlBool>`not (${sql.join(HAS_MANY, sql` or `)})`

/**
 * Foreign keys delete the rows of the post, besides events of likes, which expire.
 * @returns null if it is gone already, or has too many of them (isLight)
 */
export async function deletePost(db: Connection, id: PostId, author: MemberId): Promise<{ media_url: string } | null> {
  const deleted = await db
    .deleteFrom('posts')
    .where('id', '=', id)
    .where(isLight)
    .returning(['media_url', 'hidden_at'])
    .executeTakeFirst()
  if (!deleted) return null
  // A hidden post is not in the count.
  if (deleted.hidden_at === null) await uncountPost.send(db, { author })
  return deleted
}

const addToPostsCount = (db: Connection, { author, by }: { author: MemberId; by: 1 | -1 }) =>
  db
    .updateTable('members')
    .set((eb) => ({ posts_count: eb('posts_count', '+', by) }))
    .where('id', '=', author)
const countPost = prepared((db, { author }: { author: MemberId }) =>
  addToPostsCount(db, { author, by: 1 }).returning(['who_may_repost', 'who_may_quote', 'sensitive_media']),
)
/** Whether the author has the media of posts blurred that say nothing else. */
export const blursMedia = async (db: Connection, author: MemberId): Promise<boolean> => {
  const row = await db.selectFrom('members').select('sensitive_media').where('id', '=', author).executeTakeFirst()
  return row?.sensitive_media === 1
}
const uncountPost = prepared((db, { author }: { author: MemberId }) => addToPostsCount(db, { author, by: -1 }))

/** What muted words are looked for in, besides what the posts quote. */
export const listTexts = prepared((db, { ids }: { readonly ids: readonly PostId[] }) =>
  db
    .selectFrom('posts')
    .select(['id', 'author_id', 'content', ALL_ALTS.as('alt'), 'quoted_id'])
    .where(isIn(db, 'id', ids)),
).all

/**
 * Locks the post against deletion and edits until the transaction ends.
 * @returns its author; null if no such post is visible
 */
export async function lockPost(db: Connection, id: PostId): Promise<MemberId | null> {
  const row = await db
    .selectFrom('posts')
    .select('author_id')
    .where('id', '=', id)
    .where(isPostVisible)
    .$if(isPostgres(db), (query) => query.forKeyShare())
    .executeTakeFirst()
  return row?.author_id ?? null
}

/**
 * Locks the post against deletion and edits until the transaction ends, as its count of quotes does, with who may quote
 * it.
 */
export const lockQuoted = prepared((db, { id }: One) =>
  db
    .selectFrom('posts')
    .select(['id', 'author_id as author', 'who_may_quote'])
    .where('id', '=', id)
    .where(isPostVisible)
    .$if(isPostgres(db), (query) => query.forNoKeyUpdate()),
)

/** Reads the post and locks it until the transaction ends, so that decisions based on it stay valid. */
export function findForEdit(db: Connection, id: PostId) {
  return db
    .selectFrom('posts')
    .select(['id', 'author_id', 'content', 'media_url', 'media_type', 'media_name', 'alt', 'further_alts'])
    .select(['who_may_comment', 'who_may_repost', 'who_may_quote', 'quoted_id', 'link_hash', 'hidden_at'])
    .select(['warning', 'own_warning', 'is_sensitive', 'poll_options', 'lang', 'edited_at', 'updated_at'])
    .where('id', '=', id)
    .$if(isPostgres(db), (query) => query.forUpdate())
    .executeTakeFirst()
}
