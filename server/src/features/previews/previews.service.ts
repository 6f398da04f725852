import type { TextMessage } from '@quack/contract/calls/notification-text'
import { MEDIA_WIDTHS, TAG_COUNT_MAX } from '@quack/contract/rules/limits'
import { PICTURE_SIZES, TILE_SIZES } from '@quack/contract/rules/pictures'
import { isTag } from '@quack/contract/rules/references'
import type { Connection } from '../../database/database.ts'
import { AppError } from '../../http/errors/errors.ts'
import type { Say } from '../../locale/translator.ts'
import { isAnimated, mediaUrl, posterName } from '../media/records/media.view.ts'
import { findIdByUsername, listRows as listMemberRows } from '../members/members.queries.ts'
import { linksOf, readFields } from '../members/profile-fields.ts'
import { getPostId } from '../posts/post-ids.ts'
import { listRows as listPostRows, type PostRow } from '../posts/posts.queries.ts'
import { getSeenTag } from '../tags/tags.service.ts'
import { isForFollowers } from '../visibility/audience.ts'
import { type Preview, previewOfProduct } from './previews.view.ts'

/** Characters of a text in a preview, at most. */
const LONGEST = 200
/** For the largest of the widths in which pictures are served. */
const PICTURE_QUERY = `?w=${Math.max(...MEDIA_WIDTHS)}`

const TEXTS = {
  picture: /** i18n */ { id: 'preview.picture', message: 'A picture on Quack.' },
  video: /** i18n */ { id: 'preview.video', message: 'A video on Quack.' },
  warning: /** i18n */ { id: 'preview.warning', message: 'Warning: {warning}' },
  member: /** i18n */ { id: 'preview.member', message: 'Posts by {name} on Quack.' },
  tag: /** i18n */ {
    id: 'preview.tag',
    message:
      '{count, plural, =0 {No posts with {tag} on Quack.} one {# post with {tag} on Quack.} other {# posts with {tag} on Quack.}}',
  },
  /** So many that they are not counted any more. */
  tagOfMany: /** i18n */ { id: 'preview.tag.many', message: '{count, number}+ posts with {tag} on Quack.' },
} satisfies Record<string, TextMessage>

/** The preview of a post; null if there is no such post, or if it is hidden or not for everyone. */
export async function findPostPreview(db: Connection, address: string, say: Say): Promise<Preview | null> {
  const id = await getPostId(db, address).catch(orNull)
  const [post] = id === null ? [] : await listPostRows(db, [id], null)
  if (!post || isForFollowers(post)) return null
  const { warning, is_sensitive } = post
  const hasPicture = post.media_type === 'image'
  const text = shorten(post.content) || say(hasPicture ? TEXTS.picture : TEXTS.video)
  const description = warning === '' ? text : say(TEXTS.warning, { warning })
  const said = { ...previewOfProduct(say), title: nameOf(post), description, type: 'article' } as const
  if (warning !== '' || is_sensitive === 1) return said
  const isOurs = post.media_url.startsWith('/')
  const sizes = post.further_alts === '' ? PICTURE_SIZES : TILE_SIZES
  return {
    ...said,
    picture: hasPicture ? post.media_url + (isOurs ? PICTURE_QUERY : '') : posterOf(post),
    ...(hasPicture && isOurs
      ? { firstPicture: { url: post.media_url, sizes, isAnimated: isAnimated(post.frames) } }
      : {}),
  }
}

/** The poster of a post's video; null if it has none. */
function posterOf({ media_name: video, has_poster }: PostRow): string | null {
  return video !== null && has_poster === 1 ? mediaUrl(posterName(video)) + PICTURE_QUERY : null
}

/** The preview of a member; null if there is no such member. */
export async function findMemberPreview(db: Connection, username: string, say: Say): Promise<Preview | null> {
  const id = await findIdByUsername(db, username)
  const [member] = id === null ? [] : await listMemberRows(db, { ids: [id] })
  if (!member) return null
  return {
    title: nameOf(member),
    description: shorten(member.bio) || say(TEXTS.member, { name: `${member.first_name} ${member.last_name}` }),
    type: 'profile',
    picture: member.avatar_url || null,
    isPictureLarge: false,
    pages: [...linksOf([{ name: '', value: member.website }, ...readFields(member.fields)])],
  }
}

/** The preview of a hashtag, which nobody has to have used yet; null for a text that is none. */
export async function findTagPreview(db: Connection, text: string, say: Say): Promise<Preview | null> {
  if (!isTag(text)) return null
  const { name, postsCount } = await getSeenTag(db, text)
  const [tag, count] = [`#${name}`, Math.min(postsCount, TAG_COUNT_MAX)]
  const description = say(count < TAG_COUNT_MAX ? TEXTS.tag : TEXTS.tagOfMany, { count, tag })
  return { ...previewOfProduct(say), title: tag, description }
}

function orNull(error: unknown): null {
  if (error instanceof AppError && error.code === 'postUnknown') return null
  throw error
}

function nameOf(author: { first_name: string; last_name: string; username: string }): string {
  return `${author.first_name} ${author.last_name} (@${author.username})`
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A text on one line, cut between characters: an emoji may be made of many code points. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= LONGEST) return line
  let count = 0
  let end = 0
  for (const { index } of characters.segment(line)) {
    if (count === LONGEST - 1) end = index
    if (++count > LONGEST) return `${line.slice(0, end)}…`
  }
  return line
}
