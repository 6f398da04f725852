import { Heart } from 'lucide-react'
import { useState } from 'react'
import { toggleLike } from '../../data/likes.ts'
import type { LivePost } from '../../data/posts.ts'
import { useOnDemand } from '../../data/use-on-demand.ts'
import { Count } from '../../ui/count.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/icon-button.tsx'

/** The like button, and the like count, which opens the list of likers. */
export function LikeControl({ post }: { post: LivePost }) {
  const [hasTapped, setTapped] = useState(false)
  const likedBy = useOnDemand(() => import('./liked-by-dialog.tsx'))
  const { liked } = post.viewer
  const count = post.likes.likeCount
  return (
    <div className="flex items-center">
      <IconButton
        label="Like"
        aria-pressed={liked}
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
        aria-label={`Liked by: ${count}`}
        onPointerEnter={likedBy.prepare}
        onClick={likedBy.open}
        className={cx(
          '-ms-2 h-10 min-w-8 rounded-full px-1.5 text-start text-meta hover:underline',
          liked && 'text-heart',
        )}
      >
        <Count value={count} />
      </button>
      {likedBy.module && (
        <likedBy.module.LikedByDialog postId={post._id} open={likedBy.isOpen} onOpenChange={likedBy.setOpen} />
      )}
    </div>
  )
}
