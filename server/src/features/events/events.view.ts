import type { Poll, PostState } from '@quack/contract'
import { timestamp } from '../../reading/timestamp.ts'
import type { MediaAddressing } from '../media/records/media-addresses.ts'
import type { FurtherPictureRow } from '../posts/further-pictures.queries.ts'
import { WITHDRAWN } from '../posts/posts.queries.ts'
import { addressingOf, postView } from '../posts/posts.view.ts'
import { isForFollowers } from '../visibility/audience.ts'
import type { PostStateRow } from './events.queries.ts'

/** Events contain what an edit changes for this time after an edit, in milliseconds. Later, clients read it. */
const EDIT_INCLUDED_MS = 5 * 60_000

export function isEditIncluded({ updated_at }: Pick<PostStateRow, 'updated_at'>, now: number): boolean {
  return now - updated_at < EDIT_INCLUDED_MS
}

/**
 * The parts of a post that change. All but the mentions and the results of a poll are the same for everybody who sees
 * it.
 * @param mentions the usernames of the mentioned members whom the viewer sees
 * @param signed how media that not everyone may see are addressed
 */
export function postStateView(
  row: PostStateRow,
  {
    mentions,
    further,
    poll,
  }: {
    readonly mentions: string[]
    readonly further: readonly FurtherPictureRow[] | undefined
    readonly poll: Pick<PostState, 'poll' | 'pollResults'>
  },
  now: number,
  signed: MediaAddressing,
): PostState {
  const {
    _id,
    likes,
    repostCount,
    quoteCount,
    commentCount,
    updatedAt,
    hidden,
    content,
    lang = '',
    mediaUrl,
    type,
    alt,
    media,
    furtherPictures = [],
    warning = '',
    warnedBy = '',
    sensitive = false,
    editedAt = '',
  } = postView({
    row,
    likedBy: [],
    dislikedBy: [],
    comments: [],
    viewer: undefined,
    addressing: addressingOf(row, signed),
    further,
  })
  const { who_may_comment: whoMayComment, who_may_repost: whoMayRepost, who_may_quote: whoMayQuote } = row
  const texts = { content, lang, mentions, whoMayComment, whoMayRepost, whoMayQuote }
  const cover = { warning, warnedBy, sensitive } as const
  const edited = { ...texts, ...cover, editedAt, mediaUrl, type, alt, media, furtherPictures }
  return {
    _id,
    likes: { likeCount: likes.likeCount, likedByCount: likes.likedByCount },
    ...(repostCount && { repostCount }),
    ...(quoteCount && { quoteCount }),
    ...(row.quoted_id === WITHDRAWN && { isQuoteWithdrawn: true as const }),
    ...(row.card_title && { cardUpdatedAt: timestamp(row.card_at ?? 0) }),
    ...poll,
    commentCount,
    updatedAt,
    ...(row.comments_version > 0 && { commentsVersion: row.comments_version }),
    ...(hidden && { hidden }),
    ...(isEditIncluded(row, now) && { edited }),
  }
}

/** Differs after a change of the post, but for the results of its poll; and if it was hidden, or is for others now. */
export function versionOf(row: PostStateRow, poll: Poll | undefined): string {
  const counts = [row.like_count, row.liked_by_count, row.repost_count, row.quote_count]
  const comments = [row.comment_count, row.comments_version]
  return [
    row.updated_at,
    ...counts,
    ...comments,
    row.quoted_id,
    row.card_at,
    row.state,
    row.hidden_at,
    isForFollowers(row),
    poll && JSON.stringify({ ...poll, results: undefined }),
  ].join()
}
