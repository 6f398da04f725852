import { useState } from 'react'
import { StillableImage } from '../../ui/still-image.tsx'
import { AnimationButton } from '../posts/media/animation-button.tsx'
import { frameRatio } from '../posts/media/media-frame.ts'
import { useMoves } from '../posts/media/use-moves.ts'
import { useStill } from '../posts/media/use-still.ts'
import type { Shown } from './file-urls.ts'

/** The picture or video of a waiting post, from this device or the server, in the frame that the sent post will have. */
export function WaitingMedia({ mediaUrl, type, alt, file }: Omit<Shown, 'content'>) {
  const [size, setSize] = useState<{ width: number; height: number }>()
  const moves = useMoves(file)
  const [isStill, toggle] = useStill(mediaUrl, moves)
  if (mediaUrl === '') return null
  return (
    <div
      className="relative mt-3 max-h-[36rem] overflow-hidden rounded-2xl border bg-skeleton"
      style={{ aspectRatio: frameRatio(size ?? null) }}
    >
      {type === 'image' ? (
        <>
          <StillableImage
            src={mediaUrl}
            isStill={isStill}
            alt={alt || 'In your post'}
            onLoad={({ currentTarget }) => {
              setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
            }}
            className="absolute inset-0 size-full object-cover"
          />
          {moves && <AnimationButton isStill={isStill} onToggle={toggle} />}
        </>
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
