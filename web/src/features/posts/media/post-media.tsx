import { mayMove, PICTURE_SIZES } from '@quack/contract/rules/pictures'
import { ImageOff, Maximize2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { reportFailure } from '../../../data/api/error-notifications.ts'
import { loadCode } from '../../../data/code/load-code.ts'
import { useCode } from '../../../data/code/use-on-demand.ts'
import { fullName } from '../../../data/members/people.ts'
import type { LivePost } from '../../../data/posts/posts.ts'
import { paths } from '../../../paths.ts'
import { cx } from '../../../ui/cx.ts'
import { StillableImage } from '../../../ui/still-image.tsx'
import { AnimationButton } from './animation-button.tsx'
import { frameRatio, wholeRatio } from './media-frame.ts'
import { isPlayable, PendingVideo } from './pending-video.tsx'
import { PostVideo } from './post-video.tsx'
import { refreshAddress } from './refresh-address.ts'
import { useStill } from './use-still.ts'
import { enterViewer, useViewed } from './viewer-entry.ts'

interface PostMediaProps {
  post: LivePost
  /** Whether the media links to the post's page. */
  isLink: boolean
  priority: PicturePriority
  /** The post's actions, for the viewer. `onComments` leads to the comments. */
  renderActions: (onComments: () => void) => ReactNode
}

/**
 * When a picture is fetched: immediately; immediately at a low priority, because the first one may fill a phone's
 * screen; or lazily.
 */
export type PicturePriority = 'first' | 'next' | 'later'

const LOADING = {
  first: {},
  next: { fetchPriority: 'low' },
  later: { fetchPriority: 'low', loading: 'lazy', decoding: 'async' },
} as const

/**
 * A post's picture or video, in a frame whose size is known before the file has loaded. In a list, it is cropped if it is
 * very tall or very wide. On the post's page, it is whole, and as high as the window at most.
 */
export function PostMedia({ post, isLink, priority, renderActions }: PostMediaProps) {
  if (post.mediaUrl === '') return null
  const preview = post.media?.preview
  const to = paths.post(post.id)
  const ratio = isLink ? frameRatio(post.media) : wholeRatio(post.media)
  return (
    <div
      className={cx(
        'relative mt-3 overflow-hidden rounded-2xl border bg-center bg-cover bg-skeleton',
        // The ratio is that of the picture alone, without the border.
        isLink ? 'max-h-[36rem]' : 'box-content',
      )}
      style={{
        aspectRatio: ratio,
        ...(!isLink && { maxWidth: `calc(var(--view-height) * ${ratio})` }),
        backgroundImage: preview ? `url("${preview}")` : undefined,
      }}
    >
      {post.type === 'image' ? (
        <Picture post={post} to={isLink ? to : null} priority={priority} renderActions={renderActions} />
      ) : (
        <>
          {isPlayable(post.media) ? <PostVideo post={post} /> : <PendingVideo {...post.media} />}
          {/* Does not cover the controls at the bottom. */}
          {isLink && <Link to={to} aria-label="Open the post" className="absolute inset-x-0 top-0 bottom-16" />}
        </>
      )}
    </div>
  )
}

const loadViewer = () => import('./post-viewer.tsx')

interface PictureProps extends Omit<PostMediaProps, 'isLink'> {
  /** The post's page; null on it. */
  to: string | null
}

/** In a list, it leads to the post's page, and a small button opens the viewer. On that page, the picture does. */
function Picture({ post, to, priority, renderActions }: PictureProps) {
  const [goneUrl, setGoneUrl] = useState('')
  const isGone = goneUrl === post.mediaUrl
  const isAnimated = post.media?.animated ?? mayMove(post.mediaUrl)
  const [isStill, toggle] = useStill(post._id, isAnimated)
  const viewed = useViewed(post._id)
  const viewer = useCode(loadViewer, viewed >= 0)
  const button = useRef<HTMLButtonElement>(null)
  const opening = {
    ref: button,
    type: 'button',
    'aria-haspopup': 'dialog',
    onPointerEnter: prepare,
    onFocus: prepare,
    // The code first: without it, Back would have nothing to close.
    onClick: () => void loadCode(loadViewer).then(() => enterViewer(post._id, 0), reportFailure),
  } as const
  const picture = isGone ? (
    <MissingPicture alt={post.alt} />
  ) : (
    <StillableImage
      src={post.mediaUrl}
      isStill={isStill}
      sizes={PICTURE_SIZES}
      alt={post.alt || `In the post by ${fullName(post)}`}
      {...LOADING[priority]}
      // A picture at an external URL can disappear; one of ours can have another address now.
      onError={() => {
        setGoneUrl(post.mediaUrl)
        refreshAddress(post)
      }}
      className={cx('absolute inset-0 size-full', to === null ? 'object-contain' : 'object-cover')}
    />
  )
  const inFrame = 'absolute inset-0 rounded-2xl -outline-offset-2'
  const linked = to !== null && (
    <Link to={to} className={inFrame}>
      {picture}
    </Link>
  )
  if (isGone) return linked || picture
  return (
    <>
      {linked || (
        <button {...opening} className={cx(inFrame, 'size-full cursor-zoom-in')}>
          {picture}
        </button>
      )}
      {linked && (
        <button
          {...opening}
          aria-label="View picture"
          data-tooltip="View picture"
          // Where there is a pointer, it is seen while that is on the picture, or with the focus.
          className="absolute end-0 top-0 grid size-11 place-items-center rounded-full -outline-offset-2 transition-opacity [@media(hover:hover)]:not-[:focus-visible,:hover>*]:opacity-0"
        >
          <span className="grid size-7 place-items-center rounded-full bg-raised/90 text-ink">
            <Maximize2 size={14} aria-hidden="true" />
          </span>
        </button>
      )}
      {isAnimated && <AnimationButton isStill={isStill} onToggle={toggle} />}
      {viewer && (
        <viewer.PostViewer
          post={post}
          viewed={viewed}
          isAlone={to === null}
          renderActions={renderActions}
          finalFocus={() => button.current ?? true}
        />
      )}
    </>
  )
}

function prepare(): void {
  loadViewer().catch(() => undefined)
}

/** Replaces a picture that does not load. Shows its description. */
function MissingPicture({ alt }: { alt: string }) {
  return (
    <span className="absolute inset-0 flex flex-col items-center justify-center gap-2 overflow-hidden px-4 text-center text-meta text-muted">
      <ImageOff size={24} className="shrink-0" aria-hidden="true" />
      <span>This picture cannot be shown.</span>
      {alt && <span className="line-clamp-4 wrap-anywhere">{alt}</span>}
    </span>
  )
}
