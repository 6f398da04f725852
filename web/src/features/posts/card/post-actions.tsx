import { t } from '@lingui/core/macro'
import { Bookmark, MessageCircle, Share2 } from 'lucide-react'
import { toggleBookmark } from '../../../data/posts/post-taps.ts'
import type { LivePost } from '../../../data/posts/posts.ts'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { cx } from '../../../ui/cx.ts'
import { keyed } from '../../../ui/keys.ts'
import { Count } from '../../../ui/text/count.tsx'
import { LikeControl } from './like-control.tsx'
import { RepostControl } from './repost-control.tsx'
import { sharePost } from './share-post.ts'

interface PostActionsProps {
  post: LivePost
  /** Undefined where the button does not open the comments, but leads to them. */
  isCommentsOpen?: boolean
  onCommentsToggle: () => void
}

export function PostActions({ post, isCommentsOpen, onCommentsToggle }: PostActionsProps) {
  const { bookmarked } = post.viewer
  return (
    <div className="-ms-2.5 mt-1 flex flex-wrap items-center justify-between text-muted">
      <button
        type="button"
        aria-expanded={isCommentsOpen}
        aria-controls={isCommentsOpen ? `comments-${post._id}` : undefined}
        aria-label={t`Comments: ${{ count: post.commentCount }}`}
        data-tooltip={t`Comments`}
        {...keyed('r')}
        disabled={post.hidden && !isCommentsOpen}
        onClick={onCommentsToggle}
        className={cx(
          'flex h-10 min-w-10 items-center gap-1.5 rounded-full px-2.5 text-meta transition-colors hover:bg-hover hover:text-accent',
          isCommentsOpen && 'text-accent',
        )}
      >
        <MessageCircle size={18} aria-hidden="true" />
        <Count value={post.commentCount} />
      </button>
      <RepostControl post={post} />
      <LikeControl post={post} />
      <IconButton
        label={t({ message: 'Share', context: 'verb' })}
        onClick={() => void sharePost(post.id)}
        tone="accent"
      >
        <Share2 size={18} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t({ message: 'Bookmark', context: 'verb' })}
        aria-pressed={bookmarked}
        {...keyed('b')}
        onClick={() => toggleBookmark(post._id)}
        tone="accent"
        isOn={bookmarked}
        className="-me-2.5"
      >
        <Bookmark size={18} fill={bookmarked ? 'currentColor' : 'none'} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
