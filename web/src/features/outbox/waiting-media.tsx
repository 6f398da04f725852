import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { picturesOf } from '../../data/posts/media.ts'
import { PostPoll } from '../posts/card/post-poll.tsx'
import { LazyPicture } from '../posts/media/lazy-picture.tsx'
import { frameRatio } from '../posts/media/media-frame.ts'
import { PictureGrid } from '../posts/media/picture-grid.tsx'
import type { Shown } from './file-urls.ts'

/** The pictures or video of a waiting post, and its poll. */
export function WaitingMedia({ poll, ...media }: Omit<Shown, 'content'>) {
  return (
    <>
      <Media {...media} />
      {poll && <PostPoll poll={poll} />}
    </>
  )
}

/** From this device or the server, in the frame that the sent post will have. */
function Media({ files, ...shown }: Omit<Shown, 'content' | 'poll'>) {
  const { mediaUrl, type, alt } = shown
  const [size, setSize] = useState<{ width: number; height: number }>()
  const pictures = picturesOf({ ...shown, media: null })
  if (mediaUrl === '') return null
  if (pictures.length > 1) {
    return (
      <PictureGrid pictures={pictures}>
        {({ url, alt }, index) => (
          <LazyPicture
            src={url}
            file={files[index]}
            alt={alt || t`In your post`}
            className="absolute inset-0 size-full object-cover"
          />
        )}
      </PictureGrid>
    )
  }
  return (
    <div
      className="relative mt-3 max-h-[36rem] overflow-hidden rounded-2xl border bg-skeleton"
      style={{ aspectRatio: frameRatio(size ?? null) }}
    >
      {type === 'image' ? (
        <LazyPicture
          src={mediaUrl}
          file={files[0]}
          alt={alt || t`In your post`}
          onLoad={({ naturalWidth, naturalHeight }) => setSize({ width: naturalWidth, height: naturalHeight })}
          className="absolute inset-0 size-full object-cover"
        />
      ) : (
        <video
          src={mediaUrl}
          controls
          muted
          playsInline
          aria-label={alt || t`Video in your post`}
          onLoadedMetadata={({ currentTarget }) => {
            setSize({ width: currentTarget.videoWidth, height: currentTarget.videoHeight })
          }}
          className="absolute inset-0 size-full"
        />
      )}
    </div>
  )
}

/** The warning of a waiting post, which its author sees open. */
export function WaitingWarning({ warning }: { warning: string | undefined }) {
  if (!warning) return null
  return (
    <p className="wrap-anywhere text-meta text-muted">
      <Trans>
        Warning: <bdi>{warning}</bdi>
      </Trans>
    </p>
  )
}
