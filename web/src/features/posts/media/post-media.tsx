import { t } from '@lingui/core/macro'
import { mayMove, PICTURE_SIZES, TILE_SIZES } from '@quack/contract/rules/pictures'
import { ImageOff, Maximize2 } from 'lucide-react'
import { type ReactNode, type Ref, useRef, useState } from 'react'
import { Link } from 'react-router'
import { reportFailure } from '../../../data/api/error-notifications.ts'
import { loadCode } from '../../../data/code/load-code.ts'
import { useCode } from '../../../data/code/use-on-demand.ts'
import { fullName } from '../../../data/members/people.ts'
import { type PostPicture, pictureName, picturesOf } from '../../../data/posts/media.ts'
import { type LivePost, refreshAddress } from '../../../data/posts/posts.ts'
import { paths } from '../../../paths.ts'
import { cx } from '../../../ui/cx.ts'
import { StillableImage } from '../../../ui/still-image.tsx'
import { AnimationButton } from './animation-button.tsx'
import { frameRatio, wholeRatio } from './media-frame.ts'
import { isPlayable, PendingVideo } from './pending-video.tsx'
import { behind, PictureGrid } from './picture-grid.tsx'
import { PostVideo } from './post-video.tsx'
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
 * A post's pictures or video, in a frame whose size is known before the files have loaded. In a list, one is cropped if
 * it is very tall or very wide. On the post's page, it is whole, and as high as the window at most. Several share a
 * frame.
 */
export function PostMedia({ isLink, ...props }: PostMediaProps) {
  const { post } = props
  const pictures = picturesOf(post)
  const [first] = pictures
  if (!first) return null
  const to = paths.post(post.id)
  const images = post.type === 'image' && <Pictures {...props} pictures={pictures} to={isLink ? to : null} />
  if (pictures.length > 1) return images
  return (
    <MediaFrame media={post.media} isLink={isLink}>
      {images || (
        <>
          {isPlayable(post.media) ? <PostVideo post={post} /> : <PendingVideo {...post.media} />}
          {/* Does not cover the controls at the bottom. */}
          {isLink && <Link to={to} aria-label={t`Open the post`} className="absolute inset-x-0 top-0 bottom-16" />}
        </>
      )}
    </MediaFrame>
  )
}

interface MediaFrameProps extends Pick<PostMediaProps, 'isLink'> {
  media: LivePost['media']
  children: ReactNode
}

/** The frame of one picture or video, with its blurred thumbnail. */
export function MediaFrame({ media, isLink, children }: MediaFrameProps) {
  const ratio = isLink ? frameRatio(media) : wholeRatio(media)
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
        ...behind({ media }),
      }}
    >
      {children}
    </div>
  )
}

const loadViewer = () => import('./post-viewer.tsx')

interface PicturesProps extends Omit<PostMediaProps, 'isLink'> {
  pictures: readonly PostPicture[]
  /** The post's page; null on it. */
  to: string | null
}

function Pictures({ renderActions, ...props }: PicturesProps) {
  const { post, pictures, to, priority } = props
  const viewed = useViewed(post._id)
  const viewer = useCode(loadViewer, viewed >= 0)
  const buttons = useRef<(HTMLButtonElement | null)[]>([])
  const show = (picture: PostPicture, index: number) => (
    <Picture
      {...props}
      {...{ picture, index }}
      priority={index > 0 && priority === 'first' ? 'next' : priority}
      ref={(button) => {
        buttons.current[index] = button
      }}
    />
  )
  const [first] = pictures
  return (
    <>
      {pictures.length > 1 ? <PictureGrid pictures={pictures}>{show}</PictureGrid> : first && show(first, 0)}
      {viewer && (
        <viewer.PostViewer
          post={post}
          viewed={viewed}
          isAlone={to === null}
          renderActions={renderActions}
          finalFocus={(index) => buttons.current[index] ?? true}
        />
      )}
    </>
  )
}

interface PictureProps extends Omit<PicturesProps, 'renderActions'> {
  picture: PostPicture
  index: number
  /** The button that opens the viewer. */
  ref: Ref<HTMLButtonElement>
}

/** In a list, it leads to the post's page, and a small button opens the viewer. On that page, the picture does. */
function Picture({ post, pictures, picture, index, to, priority, ref }: PictureProps) {
  const { url, alt, media } = picture
  const [goneUrl, setGoneUrl] = useState('')
  const isGone = goneUrl === url
  const isAnimated = media?.animated ?? mayMove(url)
  const [isStill, toggle] = useStill(pictureName(post._id, index), isAnimated)
  const isOnly = pictures.length === 1
  const opening = {
    ref,
    type: 'button',
    'aria-haspopup': 'dialog',
    onPointerEnter: prepare,
    onFocus: prepare,
    // The code first: without it, Back would have nothing to close.
    onClick: () => void loadCode(loadViewer).then(() => enterViewer(post._id, index), reportFailure),
  } as const
  const shown = isGone ? (
    <MissingPicture alt={alt} />
  ) : (
    <StillableImage
      src={url}
      isStill={isStill}
      sizes={isOnly ? PICTURE_SIZES : TILE_SIZES}
      alt={alt || t`In the post by ${{ name: fullName(post) }}`}
      {...LOADING[priority]}
      // A picture at an external URL can disappear; one of ours can have another address now.
      onError={() => {
        setGoneUrl(url)
        refreshAddress(post._id, url)
      }}
      className={cx('absolute inset-0 size-full', to === null && isOnly ? 'object-contain' : 'object-cover')}
    />
  )
  const inFrame = cx('absolute inset-0 -outline-offset-2', isOnly && 'rounded-2xl')
  const linked = to !== null && (
    // One tab stop for the page is enough.
    <Link to={to} className={inFrame} tabIndex={index > 0 ? -1 : undefined}>
      {shown}
    </Link>
  )
  if (isGone) return linked || shown
  const label = isOnly ? t`View picture` : t`View picture ${{ number: index + 1 }} of ${{ count: pictures.length }}`
  return (
    <>
      {linked || (
        <button {...opening} className={cx(inFrame, 'size-full cursor-zoom-in')}>
          {shown}
        </button>
      )}
      {linked && (
        <button
          {...opening}
          aria-label={label}
          data-tooltip={label}
          // Where there is a pointer, it is seen while that is on the picture, or with the focus.
          className="absolute end-0 top-0 grid size-11 place-items-center rounded-full -outline-offset-2 transition-opacity [@media(hover:hover)]:not-[:focus-visible,:hover>*]:opacity-0"
        >
          <span className="grid size-7 place-items-center rounded-full bg-raised/90 text-ink">
            <Maximize2 size={14} aria-hidden="true" />
          </span>
        </button>
      )}
      {isAnimated && <AnimationButton isStill={isStill} onToggle={toggle} />}
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
      <span>{t`This picture cannot be shown.`}</span>
      {alt && <span className="line-clamp-4 wrap-anywhere">{alt}</span>}
    </span>
  )
}
