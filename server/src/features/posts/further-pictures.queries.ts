import { WITH_POLL } from '@quack/contract/rules/search/search-match'
import { ALT_SEPARATOR } from '@quack/contract/rules/text'
import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isIn } from '../../database/in-list.ts'
import { prepared } from '../../database/prepared.ts'
import type { PostId } from '../../database/schema.ts'
import { mediaUrl } from '../media/records/media.view.ts'

/** The pictures of posts after the first one. */

export type FurtherPictureRow = Awaited<ReturnType<typeof rowsOf.all>>[number]

const rowsOf = prepared((db, { ids }: { readonly ids: readonly PostId[] }) =>
  db
    .selectFrom('post_pictures')
    .innerJoin('media', 'media.name', 'post_pictures.name')
    .select(['post_pictures.post_id', 'post_pictures.name', 'post_pictures.alt'])
    .select(['media.width', 'media.height', 'media.preview', 'media.has_poster', 'media.frames', 'media.state'])
    .where(isIn(db, 'post_pictures.post_id', ids))
    .orderBy('post_pictures.post_id')
    .orderBy('post_pictures.position'),
)

type Marked = { readonly id: PostId; readonly further_alts: string }

/** Those of each of these posts, in their order. Without such posts, nothing is read. */
export async function listFurtherPictures(
  db: Connection,
  posts: readonly Marked[],
): Promise<ReadonlyMap<PostId, readonly FurtherPictureRow[]>> {
  const ids = posts.flatMap((post) => (post.further_alts === '' ? [] : [post.id]))
  return Map.groupBy(ids.length === 0 ? [] : await rowsOf.all(db, { ids }), (row) => row.post_id)
}

/** Those of one post, as an edit sends them. */
export async function readSentPictures(db: Connection, post: Marked): Promise<{ url: string; alt: string }[]> {
  const rows = (await listFurtherPictures(db, [post])).get(post.id) ?? []
  return rows.map(({ name, alt }) => ({ url: mediaUrl(name), alt }))
}

export interface FurtherPicture {
  readonly name: string
  readonly alt: string
}

/** What `posts.further_alts` is with these pictures. */
export const furtherAlts = (pictures: readonly FurtherPicture[]): string =>
  pictures.map(({ alt }) => ALT_SEPARATOR + alt).join('')

export async function insertFurtherPictures(
  db: Connection,
  id: PostId,
  pictures: readonly FurtherPicture[],
): Promise<void> {
  if (pictures.length === 0) return
  const rows = pictures.map(({ name, alt }, index) => ({ post_id: id, position: index + 1, name, alt }))
  await db.insertInto('post_pictures').values(rows).execute()
}

/** A trigger releases the files. */
export async function deleteFurtherPictures(db: Connection, id: PostId): Promise<void> {
  await db.deleteFrom('post_pictures').where('post_id', '=', id).execute()
}

/** What is compared of a post beside its text, as `altsOf` makes it of an answer. */
export const ALL_ALTS = sql<string>`(posts.alt || posts.further_alts ||
  case posts.warning when '' then '' else ${sql.lit(ALT_SEPARATOR)} || posts.warning end || posts.poll_options)`

/** What a post has beside its text, for `hasMedia`. */
export const ALL_MEDIA = sql<string>`(posts.media_type || case posts.poll_options when '' then '' else ${sql.lit(WITH_POLL)} end)`
