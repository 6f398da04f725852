import type { Comment, FurtherPicture, LinkCard, MemberSummary, Poll, Post, QuotedPost } from '@quack/contract'
import { timeOfId } from '../../database/ids.ts'
import { timestamp } from '../../reading/timestamp.ts'
import { shapeView } from '../media/records/media.view.ts'
import { type MediaAddressing, PLAIN } from '../media/records/media-addresses.ts'
import { authorView } from '../members/members.view.ts'
import { type Mentioned, mentionsView } from '../mentions/mentions.ts'
import { isForFollowers } from '../visibility/audience.ts'
import type { FurtherPictureRow } from './further-pictures.queries.ts'
import type { PostRow } from './posts.queries.ts'

export function postView(of: {
  row: PostRow
  likedBy: MemberSummary[]
  dislikedBy: MemberSummary[]
  comments: Comment[]
  mentioned?: readonly Mentioned[] | undefined
  viewer: Post['viewer'] | undefined
  quote?: Post['quote'] | undefined
  card?: LinkCard | null | undefined
  poll?: Poll | undefined
  addressing: MediaAddressing
  /** Of a post with further pictures. */
  further?: readonly FurtherPictureRow[] | undefined
}): Post {
  const { row, viewer, addressing, further } = of
  return {
    ...saidView(row, addressing, further),
    ...mentionsView(of.mentioned),
    ...(of.quote ? { quote: of.quote } : null),
    ...(of.card ? { card: of.card } : null),
    ...(of.poll ? { poll: of.poll } : null),
    likes: {
      likeCount: row.like_count,
      likedByCount: row.liked_by_count,
      likedBy: of.likedBy,
      dislikedBy: of.dislikedBy,
    },
    ...(row.repost_count === 0 ? null : { repostCount: row.repost_count }),
    ...(row.quote_count === 0 ? null : { quoteCount: row.quote_count }),
    ...(row.who_may_comment === 'everyone' ? null : { whoMayComment: row.who_may_comment }),
    ...(row.who_may_repost === 'everyone' ? null : { whoMayRepost: row.who_may_repost }),
    ...(row.who_may_quote === 'everyone' ? null : { whoMayQuote: row.who_may_quote }),
    comments: of.comments,
    commentCount: row.comment_count,
    ...(row.hidden_at === null ? null : { hidden: true as const }),
    ...(viewer ? { viewer } : null),
    updatedAt: timestamp(row.updated_at),
    ...editedView(row),
  }
}

/** When an author has last edited a post or comment, if that has left a trace. */
export const editedView = ({ edited_at }: { readonly edited_at: number | null }) =>
  edited_at === null ? null : { editedAt: timestamp(edited_at) }

/** What a post says, as it shows it itself, and one that quotes it. */
export function saidView(
  row: PostRow,
  addressing: MediaAddressing,
  further: readonly FurtherPictureRow[] = [],
): Omit<QuotedPost, 'editedAt'> {
  return {
    _id: String(row.id),
    id: row.public_id,
    ...authorView(row),
    ...textView(row, addressing, further),
    createdAt: timestamp(timeOfId(row.id)),
  }
}

type TextColumn = 'content' | 'lang' | 'warning' | 'own_warning' | 'is_sensitive'
type MediaColumn = 'media_url' | 'media_type' | 'media_name' | 'alt'
type ShapeColumn = 'width' | 'height' | 'preview' | 'has_poster' | 'frames' | 'state'
type SaidRow = Pick<PostRow, TextColumn | MediaColumn | ShapeColumn>

/** What a post says, or has said. */
export function textView(
  row: SaidRow,
  addressing: MediaAddressing,
  further: readonly Omit<FurtherPictureRow, 'post_id'>[] = [],
) {
  return {
    content: row.content,
    ...(row.lang === null ? null : { lang: row.lang }),
    ...(row.warning === '' ? null : { warning: row.warning }),
    ...(row.own_warning === null ? null : { warnedBy: 'moderator' as const }),
    ...(row.is_sensitive === 1 ? { sensitive: true as const } : null),
    mediaUrl: row.media_name === null ? row.media_url : addressing.urlOf(row.media_name),
    type: row.media_type,
    alt: row.alt,
    media: mediaOf(row, addressing),
    ...(further.length === 0 ? null : { furtherPictures: further.map((picture) => furtherView(picture, addressing)) }),
  }
}

/** How a post's media are addressed. @param signed for media uploaded here, of posts that not everyone may see */
export function addressingOf(row: PostRow, signed: MediaAddressing): MediaAddressing {
  const isSigned =
    (row.media_name !== null || row.further_alts !== '') && (row.hidden_at !== null || isForFollowers(row))
  return isSigned ? signed : PLAIN
}

const furtherView = (row: Omit<FurtherPictureRow, 'post_id'>, { urlOf }: MediaAddressing): FurtherPicture => ({
  url: urlOf(row.name),
  alt: row.alt,
  media: shapeView(row, urlOf),
})

/** Only media uploaded here have known dimensions. */
function mediaOf(row: SaidRow, { urlOf }: MediaAddressing): Post['media'] {
  const { media_name: name, width, height, preview, has_poster, frames, state } = row
  if (name === null || width === null || height === null || has_poster === null || state === null) return null
  return shapeView({ name, width, height, preview: preview ?? '', has_poster, frames, state }, urlOf)
}
