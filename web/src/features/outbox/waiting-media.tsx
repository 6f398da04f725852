import { useState } from 'react'
import { LazyPicture } from '../posts/media/lazy-picture.tsx'
import { frameRatio } from '../posts/media/media-frame.ts'
import type { Shown } from './file-urls.ts'

/** The picture or video of a waiting post, from this device or the server, in the frame that the sent post will have. */
export function WaitingMedia({ mediaUrl, type, alt, file }: Omit<Shown, 'content'>) {
  const [size, setSize] = useState<{ width: number; height: number }>()
  if (mediaUrl === '') return null
  return (
    <div
      className="relative mt-3 max-h-[36rem] overflow-hidden rounded-2xl border bg-skeleton"
      style={{ aspectRatio: frameRatio(size ?? null) }}
    >
      {type === 'image' ? (
        <LazyPicture
          src={mediaUrl}
          file={file}
          alt={alt || 'In your post'}
          onLoad={({ naturalWidth, naturalHeight }) => setSize({ width: naturalWidth, height: naturalHeight })}
          className="absolute inset-0 size-full object-cover"
        />
      ) : (
        <video
          src={mediaUrl}
          controls
          muted
          playsInline
          aria-label={alt || 'Video in your post'}
          onLoadedMetadata={({ currentTarget }) => {
            setSize({ width: currentTarget.videoWidth, height: currentTarget.videoHeight })
          }}
          className="absolute inset-0 size-full"
        />
      )}
    </div>
  )
}
