import { MEDIA_WIDTHS, TAG_COUNT_MAX } from '@quack/contract/rules/limits'
import { PICTURE_SIZES, TILE_SIZES } from '@quack/contract/rules/pictures'
import { isTag } from '@quack/contract/rules/references'
import type { Connection } from '../../database/database.ts'
import { AppError } from '../../http/errors/errors.ts'
import { isAnimated, mediaUrl, posterName } from '../media/records/media.view.ts'
import { findIdByUsername, listRows as listMemberRows } from '../members/members.queries.ts'
import { linksOf, readFields } from '../members/profile-fields.ts'
import { getPostId } from '../posts/post-ids.ts'
import { listRows as listPostRows, type PostRow } from '../posts/posts.queries.ts'
import { getSeenTag } from '../tags/tags.service.ts'
import { isForFollowers } from '../visibility/audience.ts'
import { PRODUCT, type Preview } from './previews.view.ts'

/** Characters of a text in a preview. Other sites cut at about this length too. */
const LONGEST = 200
/** The largest width of pictures, which is enough for any site's card. */
const PICTURE_QUERY = `?w=${Math.max(...MEDIA_WIDTHS)}`

/** The preview of a post; null if there is no such post, or if it is not for everyone. */
export async function findPostPreview(db: Connection, address: string): Promise<Preview | null> {
  const id = await getPostId(db, address).catch(orNull)
  const [post] = id === null ? [] : await listPostRows(db, [id], null)
  if (!post || isForFollowers(post)) return null
  const { warning, is_sensitive } = post
  const hasPicture = post.media_type === 'image'
  const text = shorten(post.content) || `A ${hasPicture ? 'picture' : 'video'} on Quack.`
  const description = warning === '' ? text : `Warning: ${warning}`
  const said = { ...PRODUCT, title: nameOf(post), description, type: 'article' } as const
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
export async function findMemberPreview(db: Connection, username: string): Promise<Preview | null> {
  const id = await findIdByUsername(db, username)
  const [member] = id === null ? [] : await listMemberRows(db, { ids: [id] })
  if (!member) return null
  return {
    title: nameOf(member),
    description: shorten(member.bio) || `Posts by ${member.first_name} ${member.last_name} on Quack.`,
    type: 'profile',
    picture: member.avatar_url || null,
    isPictureLarge: false,
    pages: [...linksOf([{ name: '', value: member.website }, ...readFields(member.fields)])],
  }
}

/** The preview of a hashtag, which nobody has to have used yet; null for a text that is none. */
export async function findTagPreview(db: Connection, text: string): Promise<Preview | null> {
  if (!isTag(text)) return null
  const { name, postsCount } = await getSeenTag(db, text)
  return { ...PRODUCT, title: `#${name}`, description: `${sayPosts(postsCount)} with #${name} on Quack.` }
}

function sayPosts(count: number): string {
  if (count <= 1) return count === 1 ? '1 post' : 'No posts'
  return count < TAG_COUNT_MAX ? `${count} posts` : '1,000+ posts'
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
