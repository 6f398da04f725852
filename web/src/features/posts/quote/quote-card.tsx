import { t } from '@lingui/core/macro'
import { mayMove, PICTURE_SIZES, pictureSource, TILE_SIZES } from '@quack/contract/rules/pictures'
import { Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { fullName, usePerson } from '../../../data/members/people.ts'
import type { Quoted } from '../../../data/offline/quoted.ts'
import { type PostPicture, picturesOf, useCovered } from '../../../data/posts/media.ts'
import type { LivePost } from '../../../data/posts/posts.ts'
import { paths } from '../../../paths.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { cx } from '../../../ui/cx.ts'
import { StillableImage } from '../../../ui/still-image.tsx'
import { TextBlock } from '../../../ui/text/rich-text.tsx'
import { Byline } from '../../members/byline.tsx'
import { behind, PictureGrid } from '../media/picture-grid.tsx'

/** What a post quotes, or why it is not shown. */
export function QuoteCard({ quote: { post, muted } }: { quote: NonNullable<LivePost['quote']> }) {
  if (post) return <QuotedPost post={post} isLink />
  return (
    <p className="mt-3 rounded-2xl border px-3 py-2.5 text-meta text-muted">
      {muted ? t`This is a post by somebody you have muted.` : t`This post is no longer available.`}
    </p>
  )
}

interface QuotedPostProps {
  post: Quoted
  /** Whether all of it leads to the post. */
  isLink?: boolean
  /** At the end of its first line. */
  action?: ReactNode
}

/** A quoted post: framed, without actions, and without what it quotes itself. */
export function QuotedPost({ post, isLink = false, action }: QuotedPostProps) {
  const author = usePerson(post.username) ?? post
  const name = fullName(author)
  const covered = useCovered(post)
  const text = covered === 'all' ? (post.warning ?? '') : post.content
  return (
    <blockquote className={cx('relative mt-3 rounded-2xl border p-3', isLink && 'transition-colors hover:bg-hover')}>
      {isLink && (
        // Above the rest, whose text is read after it.
        <Link
          to={paths.post(post.id)}
          aria-label={t`Quoted post by ${name}`}
          className="absolute inset-0 z-1 rounded-2xl -outline-offset-2"
        />
      )}
      <div className="flex items-center gap-2">
        <Avatar src={author.avatarURL} name={name} size={24} />
        <Byline
          author={author}
          time={post.createdAt}
          mark={post.editedAt && <span className="shrink-0">{t`Edited`}</span>}
          isPlain
        />
        {action}
      </div>
      {text !== '' && <TextBlock parts={[{ text, at: 0 }]} lang={post.lang} className="mt-1 line-clamp-4" />}
      <QuotedMedia post={post} name={name} isCovered={covered !== null} />
    </blockquote>
  )
}

/**
 * Still pictures, or the poster of a video, in a frame whose size does not depend on them. Of covered ones, only
 * blurred thumbnails.
 */
function QuotedMedia({ post, name, isCovered }: { post: Quoted; name: string; isCovered: boolean }) {
  const pictures = picturesOf(post)
  const [first] = pictures
  if (!first) return null
  if (pictures.length > 1) {
    return (
      <PictureGrid pictures={pictures}>
        {(each) => !isCovered && <Still {...each} name={name} sizes={TILE_SIZES} />}
      </PictureGrid>
    )
  }
  return (
    <div
      className="relative mt-3 aspect-video overflow-hidden rounded-xl border bg-center bg-cover bg-skeleton"
      style={behind(first)}
    >
      {isCovered ? null : post.type === 'video' ? (
        <Poster {...first} name={name} />
      ) : (
        <Still {...first} name={name} sizes={PICTURE_SIZES} />
      )}
    </div>
  )
}

interface StillProps extends PostPicture {
  /** The author's. */
  name: string
  sizes: string
}

const LAZY = { loading: 'lazy', decoding: 'async', fetchPriority: 'low' } as const

function Still({ url, alt, media, name, sizes }: StillProps) {
  return (
    <StillableImage
      src={url}
      isStill={media?.animated ?? mayMove(url)}
      sizes={sizes}
      alt={alt || t`In the post by ${name}`}
      {...LAZY}
      className="absolute inset-0 size-full object-cover"
    />
  )
}

function Poster({ alt, media, name }: Omit<StillProps, 'sizes'>) {
  return (
    <span
      role="img"
      aria-label={alt || t`Video in the post by ${name}`}
      className="absolute inset-0 grid place-items-center"
    >
      {media?.poster && (
        <img
          {...pictureSource(media.poster)}
          sizes={PICTURE_SIZES}
          alt=""
          {...LAZY}
          className="absolute inset-0 size-full object-cover"
        />
      )}
      <span className="relative grid size-12 place-items-center rounded-full bg-raised/90 text-ink">
        <Play size={22} fill="currentColor" aria-hidden="true" />
      </span>
    </span>
  )
}
