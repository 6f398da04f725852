import { t } from '@lingui/core/macro'
import { useEffect, useRef, useState } from 'react'
import { fullName } from '../../../data/members/people.ts'
import { type LivePost, refreshAddress } from '../../../data/posts/posts.ts'
import { cx } from '../../../ui/cx.ts'
import { useInView } from '../../../ui/use-viewport.ts'
import { isOddlyShaped } from './media-frame.ts'
import { posterOf } from './pending-video.tsx'
import { watchVideo } from './play-in-view.ts'

/**
 * A post's video: muted, inline, playing while it is in view. Its metadata is fetched just before that: videos further
 * down must not delay what is on the screen. Nor must their controls, which are there before the keyboard's focus can
 * come from what is in view.
 */
export function PostVideo({ post }: { post: LivePost }) {
  const [frame, isNear] = useInView('100px')
  const [area, isReachable] = useInView('400px')
  const [wasReachable, setReached] = useState(false)
  useEffect(() => {
    if (isReachable) setReached(true)
  }, [isReachable])
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => (video.current ? watchVideo(video.current) : undefined), [])
  return (
    <div ref={area} className="absolute inset-0">
      <div ref={frame} className="size-full">
        <video
          ref={video}
          src={post.mediaUrl}
          {...posterOf(post.media)}
          controls={isReachable || wasReachable}
          muted
          playsInline
          onError={() => refreshAddress(post._id, post.mediaUrl)}
          preload={isNear ? 'metadata' : 'none'}
          aria-label={post.alt || t`Video in the post by ${{ name: fullName(post) }}`}
          className={cx('absolute inset-0 size-full', isOddlyShaped(post.media) ? 'object-contain' : 'object-cover')}
        />
      </div>
    </div>
  )
}
