import { EDIT_GRACE_MS } from '@quack/contract/rules/limits'
import type { Connection, Database } from '../../../database/database.ts'
import { timeOfId } from '../../../database/ids.ts'
import type { CommentId, PostId } from '../../../database/schema.ts'
import { mediaNameOf } from '../../media/records/media.view.ts'
import * as queries from './keep-version.queries.ts'

/** What a version of a post has, besides the language. */
export interface Said {
  readonly content: string
  /** The author's own. */
  readonly warning: string
  readonly sensitive: boolean
  readonly mediaUrl: string
  readonly mediaType: '' | 'image' | 'video'
  readonly alt: string
  /** After the first one. */
  readonly pictures: readonly { readonly url: string; readonly alt: string }[]
  /** `posts.poll_options`. */
  readonly poll: string
  /** Of the poll; 0 without one. */
  readonly multiple: 0 | 1
}

interface Edited {
  readonly edited_at: number | null
  readonly lang: string | null
}

interface Settings {
  readonly now: () => number
  /** Called after a commit that has left readers to be told. */
  readonly tellSoon: () => void
}

const settingsOf = new WeakMap<Database, Settings>()

/** By database, as the cards of posts: whatever edits has one. */
export const setVersions = (db: Database, settings: Settings): unknown => settingsOf.set(db, settings)
export const tellOfEditsSoon = (db: Database): void => settingsOf.get(db)?.tellSoon()

const nowFor = (db: Database): number => settingsOf.get(db)?.now() ?? Date.now()

/** When a new version begins; null if an edit leaves no trace, because it comes soon after the post or comment. */
function beginVersion(db: Database, id: number, since: number): number | null {
  const now = nowFor(db)
  // Later than the one before it, whatever the clock says.
  return now - timeOfId(id) < EDIT_GRACE_MS ? null : Math.max(now, since + 1)
}

/**
 * Keeps what a post said before an edit, in the transaction of the edit.
 * @param after what it says then
 * @returns `edited_at`, if readers see the edit; else nothing to change
 */
export async function keepPostVersion(
  db: Database,
  transaction: Connection,
  post: Edited & { readonly id: PostId },
  { before, after }: { readonly before: Said; readonly after: Said },
): Promise<{ edited_at?: number }> {
  if (JSON.stringify(sorted(before)) === JSON.stringify(sorted(after))) return {}
  const since = post.edited_at ?? timeOfId(post.id)
  const now = beginVersion(db, post.id, since)
  if (now === null) return {}
  const { content, warning, sensitive, mediaUrl, mediaType, alt, poll, multiple } = before
  await queries.insertPostVersion(transaction, {
    ...{ post_id: post.id, since, content, lang: post.lang, warning, alt, media_url: mediaUrl, media_type: mediaType },
    ...{ is_sensitive: sensitive ? 1 : 0, poll_options: poll, poll_multiple: multiple },
  })
  const files = [{ url: mediaUrl, alt: '' }, ...before.pictures].flatMap(({ url, alt }, position) => {
    const name = mediaNameOf(url)
    return name === null ? [] : [{ post_id: post.id, since, position, name, alt }]
  })
  await queries.insertVersionPictures(transaction, files)
  await queries.dropSecond(transaction, 'post_versions', 'post_id', post.id)
  if (isSubstantial(before, after))
    await queries.wantNotices(transaction, { post: post.id, upTo: db.ids.next(), now: nowFor(db) })
  return { edited_at: now }
}

/** As keepPostVersion. @param text what it said */
export async function keepCommentVersion(
  db: Database,
  transaction: Connection,
  { id, edited_at }: { readonly id: CommentId; readonly edited_at: number | null },
  { before, after }: { readonly before: string; readonly after: string },
): Promise<{ edited_at?: number }> {
  const since = edited_at ?? timeOfId(id)
  const now = before === after ? null : beginVersion(db, id, since)
  if (now === null) return {}
  await queries.insertCommentVersion(transaction, { comment_id: id, since, text: before })
  await queries.dropSecond(transaction, 'comment_versions', 'comment_id', id)
  return { edited_at: now }
}

const sorted = ({ content, warning, sensitive, mediaUrl, mediaType, alt, pictures, poll, multiple }: Said) => [
  ...[content, warning, sensitive, mediaUrl, mediaType, alt, poll, multiple],
  pictures.map((picture) => [picture.url, picture.alt]),
]

/** So many words may come or go without that anybody is told. */
const FEW_WORDS = 3

/**
 * Whether those who have commented on a post, or reposted it, should know of an edit: other media, another poll, or
 * more than a few words that came or went, a corrected word being both. Their order does not count, nor do descriptions
 * of media and what covers the post.
 */
export function isSubstantial(before: Said, after: Said): boolean {
  const besideOf = ({ mediaUrl, pictures, poll, multiple }: Said) =>
    [mediaUrl, ...pictures.map(({ url }) => url), poll, multiple].join(' ')
  if (besideOf(before) !== besideOf(after)) return true
  const [earlier, later] = [wordsOf(before.content), wordsOf(after.content)]
  return Math.max(missing(earlier, later), missing(later, earlier)) > FEW_WORDS
}

type Words = ReadonlyMap<string, number>

function wordsOf(text: string): Words {
  const words = new Map<string, number>()
  for (const word of text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) words.set(word, (words.get(word) ?? 0) + 1)
  return words
}

/** How many words of one text the other does not have. */
const missing = (of: Words, from: Words): number =>
  [...of].reduce((sum, [word, count]) => sum + Math.max(0, count - (from.get(word) ?? 0)), 0)
