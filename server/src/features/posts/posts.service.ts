import type { WhoMayComment, WhoMayQuote, WhoMayRepost } from '@quack/contract'
import { languageTag } from '@quack/contract/rules/languages'
import { isBlank, isHttpUrl, toAlt, toWarning } from '@quack/contract/rules/text'
import { customAlphabet } from 'nanoid'
import type { Connection, Database } from '../../database/database.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import type { Viewer } from '../../reading/viewer.ts'
import { createOnce, type IdempotencyKey } from '../idempotency/idempotency.ts'
import { mediaNameOf, mediaUrl, unsignedUrl } from '../media/records/media.view.ts'
import { lockMedia, releaseMedia } from '../media/records/uploads.queries.ts'
import { POST_MENTIONS } from '../mentions/mentions.queries.ts'
import { findMentioned, replaceMentions } from '../mentions/mentions.ts'
import { recordAudit } from '../moderation/audit/audit.queries.ts'
import { notifyMentions, notifyQuote } from '../notifications/causes/notify.ts'
import { keepPostVersion, tellOfEditsSoon } from '../versions/records/keep-version.ts'
import { requireVisible } from '../visibility/visibility.ts'
import { coverOf, isMadeAlready, type PostText, type SentPicture } from './based-on.ts'
import {
  deleteFurtherPictures,
  type FurtherPicture,
  furtherAlts,
  insertFurtherPictures,
  readSentPictures,
} from './further-pictures.queries.ts'
import { listOwnHidden } from './hidden-posts.queries.ts'
import { fetchCardSoon, linkOf, wantCard } from './post-cards.ts'
import { editPoll, insertPoll, newPoll, type SentPoll } from './post-polls.ts'
import { addTags, replaceTags } from './post-tags.ts'
import * as queries from './posts.queries.ts'
import { findForEdit } from './posts.queries.ts'
import { findQuoted, requireQuotable } from './quoting.ts'
import { retirePosts } from './retired-posts.queries.ts'

export interface PostInput {
  /** The language of the text, a BCP 47 tag; empty for none. */
  readonly lang?: string | undefined
  /** For a new text without one: the language of the writer's browser; null if it is unknown. */
  readonly browserLang?: string | null
  readonly content?: string
  readonly mediaUrl?: string
  readonly type?: string
  readonly alt?: string
  readonly furtherPictures?: readonly SentPicture[]
  readonly whoMayComment?: WhoMayComment
  /** Without it, a new post has what its author has chosen for new posts. */
  readonly whoMayRepost?: WhoMayRepost
  /** As whoMayRepost. */
  readonly whoMayQuote?: WhoMayQuote
  readonly warning?: string
  /** As whoMayRepost, if it has media. */
  readonly sensitive?: boolean
  /** Null for none. */
  readonly poll?: SentPoll | null
}

/** What only a new post may have. */
export interface NewPostInput extends PostInput {
  /** The `_id` or public id of the post that it quotes. */
  readonly quote?: string
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const firstLetter = customAlphabet(LETTERS, 1)
const rest = customAlphabet(`${LETTERS}0123456789`, 11)

/** Starts with a letter, because an `_id` is all digits. About 71 random bits, so ids cannot be guessed. */
export function createPublicId(): string {
  return firstLetter() + rest()
}

/**
 * @returns the new post, or the one created earlier with this idempotency key
 * @throws postEmpty, mediaUrlInvalid, picturesInvalid, pollInvalid, postUnknown, quoteForbidden, idempotencyKeyReused
 */
export async function createPost(
  db: Database,
  viewer: Viewer,
  input: NewPostInput,
  key: IdempotencyKey | null,
): Promise<PostId> {
  const content = input.content ?? ''
  requireTextOrMedia(content, input.mediaUrl ?? '')
  const poll = input.poll ? newPoll(input.poll, Date.now()) : null
  const link = linkOf(db, { content, mediaUrl: input.mediaUrl ?? '', isQuote: input.quote !== undefined })
  const made = await db.write((transaction) => {
    return createOnce(transaction, viewer.id, key, async () => {
      // Posts are locked before members, and members in the order of their ids.
      const quoted = input.quote === undefined ? null : await findQuoted(transaction, input.quote)
      const mentioned = await findMentioned(transaction, viewer.id, content, quoted ? [quoted.author] : [])
      if (quoted) await requireQuotable(transaction, viewer.id, quoted)
      const media = await mediaColumnsOf(transaction, viewer, input.mediaUrl ?? '', input.type)
      const alt = altOf(media.media_url, input.alt)
      const further = await lockFurther(transaction, viewer, media, input.furtherPictures ?? [])
      const id = db.ids.next<PostId>()
      const row = {
        id,
        public_id: createPublicId(),
        author_id: viewer.id,
        content,
        ...media,
        alt,
        further_alts: furtherAlts(further),
        lang: languageOf(input),
        who_may_comment: input.whoMayComment ?? 'everyone',
        who_may_repost: input.whoMayRepost ?? null,
        who_may_quote: input.whoMayQuote ?? null,
        quoted_id: quoted?.id ?? null,
        link_hash: link?.hash ?? null,
        warning: toWarning(input.warning ?? ''),
        is_sensitive: input.sensitive === undefined ? null : bit(input.sensitive),
        poll_options: poll?.options ?? '',
        updated_at: Date.now(),
      }
      await queries.insertPost(transaction, row)
      await insertFurtherPictures(transaction, id, further)
      if (poll) await insertPoll(db, transaction, { post: id, author: viewer.id }, poll)
      if (mentioned.length > 0) await POST_MENTIONS.insert(transaction, id, mentioned)
      await notifyMentions(db, transaction, mentioned, { post: id, actor: viewer.id })
      if (quoted)
        await notifyQuote(db, transaction, { quote: id, post: quoted.id, author: quoted.author, actor: viewer.id })
      await addTags(db, transaction, { id, author: viewer.id, text: content })
      if (link) await wantCard(db, transaction, link, viewer.id)
      return id
    })
  })
  if (link) fetchCardSoon(db)
  return made
}

/**
 * Fields that are not sent keep their values. But a new text gets the language of the browser, another picture loses
 * the description of the earlier one, and the first media are blurred if the author has chosen that.
 * @param basedOn what the post had when the edit was begun
 * @throws postUnknown, postEditForbidden, postEmpty, mediaUrlInvalid, picturesInvalid, pollInvalid, pollEnded;
 * editConflict if it has changed since
 */
export async function editPost(
  db: Database,
  viewer: Viewer,
  id: PostId,
  input: PostInput,
  basedOn?: PostText,
): Promise<void> {
  await db.write(async (transaction) => {
    const current = await lockOwn(transaction, viewer, id)
    const content = input.content ?? current.content
    const url = unsignedUrl(input.mediaUrl ?? current.media_url)
    // The description of a picture does not apply to another one.
    const alt = altOf(url, input.alt ?? (url === current.media_url ? current.alt : ''))
    const present = await readSentPictures(transaction, current)
    const furtherPictures = input.furtherPictures ?? present
    // Of media that it had before, the author has decided.
    const isBlurred = current.media_url === '' && url !== '' && (await queries.blursMedia(transaction, viewer.id))
    const cover = coverOf(current, isBlurred ? { sensitive: true, ...input } : input)
    const now = Date.now()
    const poll = await editPoll(transaction, current, input.poll, now)
    const after = { content, mediaUrl: url, alt, furtherPictures, ...cover, lang: input.lang }
    if (basedOn && isMadeAlready({ ...current, further: present, poll }, input, after, basedOn)) return
    await poll.write(db, transaction)
    const media = await mediaColumnsOf(transaction, viewer, url, input.type ?? current.media_type)
    requireTextOrMedia(content, url)
    const further = await lockFurther(transaction, viewer, media, furtherPictures)
    const further_alts = furtherAlts(further)
    const rule = {
      ...(input.whoMayComment && { who_may_comment: input.whoMayComment }),
      ...(input.whoMayRepost && { who_may_repost: input.whoMayRepost }),
      ...(input.whoMayQuote && { who_may_quote: input.whoMayQuote }),
      // A moderator's warning stays.
      ...(current.own_warning === null ? { warning: cover.warning } : { own_warning: cover.warning }),
      is_sensitive: bit(cover.sensitive),
    }
    const isSaidAnew = input.content !== undefined || input.mediaUrl !== undefined
    const link = isSaidAnew ? linkOf(db, { content, mediaUrl: url, isQuote: current.quoted_id !== null }) : null
    const shown = isSaidAnew && { link_hash: link?.hash ?? null }
    const isNewText = content !== current.content && typeof input.browserLang === 'string'
    const language = (input.lang !== undefined || isNewText) && { lang: languageOf(input) }
    const { content: was, media_url, media_type, is_sensitive, poll_options } = current
    const covered = { warning: current.own_warning ?? current.warning, sensitive: is_sensitive === 1 }
    const edited = await keepPostVersion(db, transaction, current, {
      before: {
        content: was,
        ...covered,
        mediaUrl: media_url,
        mediaType: media_type,
        alt: current.alt,
        pictures: present,
        ...{ poll: poll_options, multiple: poll.multiple[0] },
      },
      after: {
        ...{
          content,
          ...cover,
          ...(current.own_warning !== null && { warning: covered.warning }),
          mediaUrl: url,
          mediaType: media.media_type,
          alt,
        },
        pictures: further.map((picture) => ({ url: mediaUrl(picture.name), alt: picture.alt })),
        ...{ poll: poll.poll_options, multiple: poll.multiple[1] },
      },
    })
    const change = {
      ...{ content, ...media, ...rule, ...shown, ...language, alt, further_alts, poll_options: poll.poll_options },
      ...{ updated_at: now, ...edited },
    }
    await queries.updatePost(transaction, id, change)
    if (input.furtherPictures) {
      if (present.length > 0) await deleteFurtherPictures(transaction, id)
      await insertFurtherPictures(transaction, id, further)
    }
    if (input.content !== undefined) {
      const post = { id, author: current.author_id, before: current.content }
      const added = await replaceMentions(transaction, POST_MENTIONS, { ...post, after: content })
      await notifyMentions(db, transaction, added, { post: id, actor: viewer.id })
      await replaceTags(db, transaction, { ...post, text: content })
    }
    if (url !== current.media_url) await releaseMedia(transaction, current.media_url)
    if (link) await wantCard(db, transaction, link, viewer.id)
  })
  fetchCardSoon(db)
  tellOfEditsSoon(db)
}

/** Locks an own post. @throws postUnknown, postEditForbidden */
async function lockOwn(transaction: Connection, viewer: Viewer, id: PostId) {
  const current = await findForEdit(transaction, id)
  if (!current || (current.hidden_at !== null && current.author_id !== viewer.id)) throw new AppError('postUnknown')
  await requireVisible(transaction, viewer.id, current.author_id, 'postUnknown')
  if (!mayChangePost(viewer.id, { author: current.author_id })) throw new AppError('postEditForbidden')
  return current
}

/** Nothing happens to a post without a card. @throws postUnknown, postEditForbidden */
export async function takeCardOff(db: Database, viewer: Viewer, id: PostId): Promise<void> {
  await db.write(async (transaction) => {
    const current = await lockOwn(transaction, viewer, id)
    if (current.link_hash !== null) await queries.updatePost(transaction, id, { link_hash: null })
  })
}

/** @throws postUnknown, postDeleteForbidden */
export async function deletePost(db: Database, viewer: Viewer, id: PostId): Promise<void> {
  await db.write(async (transaction) => {
    const [own] = await listOwnHidden(transaction, { id, viewer: viewer.id })
    const author = own?.author_id ?? (await queries.findAuthor(transaction, id))
    if (author === null) throw new AppError('postUnknown')
    await requireVisible(transaction, viewer.id, author, 'postUnknown')
    if (!mayChangePost(viewer.id, { author })) throw new AppError('postDeleteForbidden')
    await removePost(db, transaction, id, author)
  })
}

/** For the operator, who may delete any post. @throws postUnknown */
export async function removeAnyPost(db: Database, id: PostId): Promise<void> {
  await db.write(async (transaction) => {
    const post = await findForEdit(transaction, id)
    if (!post) throw new AppError('postUnknown')
    await removePost(db, transaction, id, post.author_id)
    await recordAudit(db, transaction, [{ actor: null, action: 'delete', kind: 'post', target: id }])
  })
}

async function removePost(db: Database, transaction: Connection, id: PostId, author: MemberId): Promise<void> {
  const deleted = await queries.deletePost(transaction, id, author)
  if (deleted) await releaseMedia(transaction, deleted.media_url)
  else if ((await retirePosts(db, transaction, [id])) === 0) throw new AppError('postUnknown')
}

/** What is no tag is no language. */
const languageOf = ({ lang, browserLang = null }: PostInput): string | null =>
  lang === undefined ? browserLang : languageTag(lang)

const bit = (is: boolean): 0 | 1 => (is ? 1 : 0)

function requireTextOrMedia(content: string, mediaUrl: string): void {
  if (isBlank(content) && mediaUrl === '') throw new AppError('postEmpty')
}

/** A description is kept only if there are media. */
function altOf(mediaUrl: string, alt = ''): string {
  return mediaUrl === '' ? '' : toAlt(alt)
}

/** The media columns of a post. For media that were uploaded here, the stored type is used. @throws mediaUrlInvalid */
async function mediaColumnsOf(transaction: Connection, viewer: Viewer, url: string, type: string | undefined) {
  if (url === '') return { media_url: '', media_type: '', media_name: null } as const
  const name = mediaNameOf(url)
  if (name !== null) {
    const media = await lockMedia(transaction, name, viewer.id)
    if (!media) throw new AppError('mediaUrlInvalid')
    return { media_url: unsignedUrl(url), media_type: media.type, media_name: name }
  }
  if (!isHttpUrl(url)) throw new AppError('mediaUrlInvalid')
  // Anything not declared an image is treated as video (specification, section 3).
  return { media_url: url, media_type: type === 'image' ? 'image' : 'video', media_name: null } as const
}

/** @param first the media columns of the post; @throws picturesInvalid */
async function lockFurther(
  transaction: Connection,
  viewer: Viewer,
  first: { readonly media_type: string; readonly media_name: string | null },
  sent: readonly SentPicture[],
): Promise<FurtherPicture[]> {
  const pictures = sent.map(({ url, alt = '' }) => ({ name: mediaNameOf(url) ?? '', alt: toAlt(alt) }))
  const names = pictures.map(({ name }) => name)
  const isRepeated = new Set([first.media_name, ...names]).size <= names.length
  if (names.length > 0 && (first.media_type !== 'image' || isRepeated)) throw new AppError('picturesInvalid')
  for (const name of names) {
    const media = await lockMedia(transaction, name, viewer.id)
    if (media?.type !== 'image') throw new AppError('picturesInvalid')
  }
  return pictures
}

/** Whether a member may edit, delete or pin a post: its author may. Moderators and the operator have other ways. */
export function mayChangePost(viewer: MemberId, post: { author: MemberId }): boolean {
  return viewer === post.author
}
