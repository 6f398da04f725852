import { t } from '@lingui/core/macro'
import { Heart } from 'lucide-react'
import { useState } from 'react'
import { useOnDemand } from '../../../data/code/use-on-demand.ts'
import { toggleLike } from '../../../data/posts/post-taps.ts'
import type { LivePost } from '../../../data/posts/posts.ts'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { cx } from '../../../ui/cx.ts'
import { keyed } from '../../../ui/keys.ts'
import { Count } from '../../../ui/text/count.tsx'

/** The like button, and the like count, which opens the list of likers. */
export function LikeControl({ post }: { post: LivePost }) {
  const [hasTapped, setTapped] = useState(false)
  const likedBy = useOnDemand(() => import('./people-dialogs.tsx'))
  const { liked } = post.viewer
  const count = post.likes.likeCount
  return (
    <div className="flex items-center">
      <IconButton
        label={t({ message: 'Like', context: 'verb' })}
        aria-pressed={liked}
        {...keyed('l')}
        onClick={() => {
          setTapped(true)
          toggleLike(post._id)
        }}
        tone="heart"
        isOn={liked}
      >
        <Heart
          size={18}
          fill={liked ? 'currentColor' : 'none'}
          aria-hidden="true"
          className={cx(liked && hasTapped && 'animate-pop')}
        />
      </IconButton>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t`Liked by: ${count}`}
        onPointerEnter={likedBy.prepare}
        onClick={likedBy.open}
        className={cx(
          '-ms-2 h-10 min-w-8 rounded-full px-1.5 text-start text-meta hover:underline',
          liked && 'text-heart',
        )}
      >
        <Count value={count} />
      </button>
      {likedBy.module && <likedBy.module.LikedByDialog postId={post._id} {...likedBy.props} />}
    </div>
  )
}
