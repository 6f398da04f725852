import type { PostState } from '@quack/contract'
import type { MediaAddressing } from '../media/records/media-addresses.ts'
import type { FurtherPictureRow } from '../posts/further-pictures.queries.ts'
import { addressingOf, postView } from '../posts/posts.view.ts'
import { isForFollowers } from '../visibility/audience.ts'
import type { PostStateRow } from './events.queries.ts'

/** Events contain what an edit changes for this time after an edit, in milliseconds. Later, clients read it. */
const EDIT_INCLUDED_MS = 5 * 60_000

export function isEditIncluded({ updated_at }: Pick<PostStateRow, 'updated_at'>, now: number): boolean {
  return now - updated_at < EDIT_INCLUDED_MS
}

/**
 * The parts of a post that change. All but the mentions are the same for everybody who sees it.
 * @param of.mentions the usernames of the mentioned members whom the viewer sees
 * @param signed how media that not everyone may see are addressed
 */
export function postStateView(
  row: PostStateRow,
  { mentions, further }: { mentions: string[]; further: readonly FurtherPictureRow[] | undefined },
  now: number,
  signed: MediaAddressing,
): PostState {
  const {
    _id,
    likes,
    repostCount,
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
  } = postView({
    row,
    likedBy: [],
    dislikedBy: [],
    comments: [],
    viewer: undefined,
    addressing: addressingOf(row, signed),
    further,
  })
  const texts = { content, lang, mentions, whoMayComment: row.who_may_comment, whoMayRepost: row.who_may_repost }
  const edited = { ...texts, mediaUrl, type, alt, media, furtherPictures }
  return {
    _id,
    likes: { likeCount: likes.likeCount, likedByCount: likes.likedByCount },
    ...(repostCount && { repostCount }),
    commentCount,
    updatedAt,
    ...(row.comments_version > 0 && { commentsVersion: row.comments_version }),
    ...(hidden && { hidden }),
    ...(isEditIncluded(row, now) && { edited }),
  }
}

/** Differs whenever a part of the state differs, or if other viewers see it. */
export function versionOf(row: PostStateRow): string {
  const counts = [row.like_count, row.liked_by_count, row.repost_count, row.comment_count, row.comments_version]
  return [row.updated_at, ...counts, row.state, row.hidden_at, isForFollowers(row)].join()
}
